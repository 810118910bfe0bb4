// What crosses between a page and its host. Written from the types of Python: make types. docs/web.md says what the fields mean.

export type Value = string | number | boolean | null;
export type Options = Record<string, string | number | boolean | null | Value[]>;
export type Cell = [column: number, row: number];
export type Roster = [name: string, line: string][];
export type AnswerGroup = CellAnswers | WordAnswers;
export type Point = [x: number, y: number];
export type WrittenNote = [kind: string, swatch: string | null, ...words: string[]];
export type Layers = Record<string, WrittenShape[]>;
export type Told = Lobby | Preview | Begun | Position | CardAnswer | PlaceAnswer | Thoughts | Values | Blunders | Saved | Done | Wrong | Gone | Links | Again | Elsewhere;

export type WrittenUnit = [name: string, seat: number, state: string];
/** Whose body a shape is */
export interface Unit {
  name: string;
  seat: number;
  state: string;
}

export type WrittenRect = [letter: "r", x: number, y: number, w: number, h: number, fill?: string | null, stroke?: string | null, width?: number, name?: string, unit?: WrittenUnit | null];
export interface Rect {
  kind: "rect";
  x: number;
  y: number;
  w: number;
  h: number;
  fill: string | null;
  stroke: string | null;
  width: number;
  name: string;
  unit: Unit | null;
}

export type WrittenDisc = [letter: "d", x: number, y: number, r: number, fill?: string | null, stroke?: string | null, width?: number, name?: string, unit?: WrittenUnit | null];
export interface Disc {
  kind: "disc";
  x: number;
  y: number;
  r: number;
  fill: string | null;
  stroke: string | null;
  width: number;
  name: string;
  unit: Unit | null;
}

export type WrittenPolygon = [letter: "p", points: number[], fill?: string | null, stroke?: string | null, width?: number, name?: string, unit?: WrittenUnit | null];
export interface Polygon {
  kind: "polygon";
  points: number[];
  fill: string | null;
  stroke: string | null;
  width: number;
  name: string;
  unit: Unit | null;
}

export type WrittenLine = [letter: "l", x1: number, y1: number, x2: number, y2: number, stroke: string, width?: number, name?: string];
export interface Line {
  kind: "line";
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  stroke: string;
  width: number;
  name: string;
}

export type WrittenText = [letter: "t", x: number, y: number, text: string, size: number, fill: string, anchor?: string, bold?: boolean];
export interface Text {
  kind: "text";
  x: number;
  y: number;
  text: string;
  size: number;
  fill: string;
  anchor: string;
  bold: boolean;
}

export type WrittenShape = WrittenRect | WrittenDisc | WrittenPolygon | WrittenLine | WrittenText;
export type Shape = Rect | Disc | Polygon | Line | Text;

/** Answers of one verb that are cells of the board */
export interface CellAnswers {
  verb: string;
  kind: "cell";
  ends: boolean;
  answers: [action: number, column: number, row: number][];
}

/** Answers of one verb that are units or words */
export interface WordAnswers {
  verb: string;
  kind: "unit" | "plain";
  ends: boolean;
  answers: [action: number, name: string][];
}

export interface Lobby {
  is: "lobby";
  version: string;
  games: GameFacts[];
  agents: AgentFacts[];
  limits: LimitFacts;
  guests?: boolean;
  re?: number | null;
}

export interface Preview {
  is: "preview";
  game: string;
  seats: number[];
  players: string[];
  options: Options;
  unfit: string[];
  aim: string[];
  scene: KeyedScene;
  re?: number | null;
}

export interface Begun {
  is: "game";
  id: string;
  game: string;
  title: string;
  scenario: string;
  seed: number | null;
  practice: boolean;
  seats: Seat[];
  options: Options;
  aim: string[];
  roster: Roster;
  judges: string[];
  hidden: boolean;
  re?: number | null;
  guest?: boolean;
  links?: LinkTold[];
  link?: string;
}

/** The game after `at` answers */
export interface Position {
  is: "position";
  id: string;
  at: number;
  live: number;
  question: Question | null;
  over: Over | null;
  turn: number | null;
  thinking: number | null;
  running: boolean;
  pace: number;
  cover: number | null;
  can: Can;
  from: number;
  steps: StepTold[];
  cards: CardTold[];
  scene: KeyedScene;
  summary: string;
  re?: number | null;
}

export interface CardAnswer {
  is: "card";
  id: string;
  at: number;
  unit: string;
  card: Card | null;
  re?: number | null;
}

export interface PlaceAnswer {
  is: "place";
  id: string;
  at: number;
  unit: string;
  cell: Cell;
  place: Place | null;
  odds: string[];
  re?: number | null;
}

export interface Thoughts {
  is: "thoughts";
  id: string;
  at: number;
  seat: number;
  agent: string;
  value: number | null;
  answers: Liked[];
  re?: number | null;
}

export interface Values {
  is: "values";
  id: string;
  by: string;
  from: number;
  values: [at: number, values: number[]][];
  done: boolean;
  re?: number | null;
}

export interface Blunders {
  is: "blunders";
  id: string;
  by: string;
  looked: number;
  of: number;
  done: boolean;
  blunders: BlunderTold[];
  re?: number | null;
}

export interface Saved {
  is: "saved";
  name: string;
  text: string;
  re?: number | null;
}

export interface Done {
  is: "done";
  re: number;
}

export interface Wrong {
  is: "error";
  why: string;
  file: string | null;
  id?: string;
  re?: number | null;
}

export interface Gone {
  is: "gone";
  id: string;
  why?: string;
  re?: number | null;
}

export interface Links {
  is: "links";
  id: string;
  links: LinkTold[];
  re?: number | null;
}

export interface Again {
  is: "again";
  id: string;
  next: string;
  re?: number | null;
}

export interface Elsewhere {
  is: "elsewhere";
  id: string;
  re?: number | null;
}

/** A file that the user has dropped on to the page */
export interface OwnFile {
  name: string;
  text: string;
}

/** The question of a position, with its legal answers */
export interface Asked {
  seat: number;
  name: string;
  text: string;
  subject: string;
  answers: AnswerGroup[];
}

/** A seat of a game */
export interface SeatFacts {
  name: string;
  force: string;
  color: string;
}

/** An agent's opinion of a position */
export interface Opinion {
  agent: string;
  value: number | null;
  answers: Liked[];
}

/** What a site contains */
export interface SiteFacts {
  version: string;
  games: string[];
  files: string[];
}

/** A game of a site: its facts for the lobby, and its files */
export interface SiteGame {
  name: string;
  title: string;
  seats: [least: number, most: number];
  scenarios: ScenarioFacts[];
  default: string;
  options: OptionFacts[];
  bots: string[];
  levels: Record<string, string>;
  easy: Record<string, string>;
  strengths: Record<string, number>;
  picture: string;
  sentence: string;
  minute: string[];
  first: FirstFacts | null;
  version: number;
  layout: number;
  hidden: boolean;
  module: string;
  tables: Record<string, Record<string, TableFiles>>;
  agents: Record<string, TrainedFacts>;
}

/** The changes that an option's value makes in a scenario, or why it cannot be chosen */
export interface OptionChoice {
  value: Value;
  refused?: string;
  runs?: [first: number, bytes: string][];
  words?: Record<string, unknown>;
  columns?: boolean;
}

/** A whole game as its page reads it: docs/web-scene.md says what its positions are */
export interface Replay {
  scene: Frame;
  names: string[];
  shapes: WrittenShape[];
  layers: number[][];
  notes: WrittenNote[];
  positions: GamePosition[];
  title: string;
  scenario: string;
  seed: number | null;
  seats: FilmSeat[];
  steps: FilmStep[];
  summaries: string[];
  points: number[][];
  judge: string;
  chances: [at: number, values: number[]][];
  rounds: number[];
  over: string | null;
}

/** The positions of one game, with every shape, layer and note once */
export interface GameFile {
  scene: Frame;
  names: string[];
  shapes: WrittenShape[];
  layers: number[][];
  notes: WrittenNote[];
  positions: GamePosition[];
}

/** A scene with its shapes as lists */
export interface WrittenScene {
  width: number;
  height: number;
  margin: number;
  scale: number;
  background: string;
  grid: Grid;
  tabs: number[];
  footer: string[];
  aim: string[];
  title: string;
  layers: [name: string, shapes: WrittenShape[]][];
  notes: WrittenNote[];
}

/** The facts about a scenario */
export interface ScenarioWords {
  ruleset: string;
  title: string;
  version: number;
  layout: number;
  sources: string;
  record: RecordWords;
  decisions: Record<string, DecisionWords>;
  blocks: BlockWords[];
  subjects: Record<string, Record<string, string>>;
  reasons: string[];
  bots: string[];
  events: Record<string, EventWords>;
  position_features: string[];
  action_features: string[];
  scenario: string;
  seats: number;
  options: Options;
  players: string[];
  max_decisions: number;
  observation: SectionWords[];
  known: Record<string, [number, unknown][][]>;
  tables: RecordWords;
}

/** A game as the lobby lists it */
export interface GameFacts {
  name: string;
  title: string;
  seats: [least: number, most: number];
  scenarios: ScenarioFacts[];
  default: string;
  worlds?: number;
  options: OptionFacts[];
  bots: string[];
  levels: string[];
  easy: string[];
  strengths: Record<string, number>;
  picture: string;
  sentence: string;
  minute: string[];
  first: FirstFacts | null;
}

/** A trained agent as the lobby lists it */
export interface AgentFacts {
  name: string;
  title: string;
  games: string[] | null;
}

/** The limits that a page must keep to */
export interface LimitFacts {
  file: number;
  files: number;
  simulations: number;
  seconds: number;
}

/** A scene whose layers are sent apart, by their keys */
export interface KeyedScene {
  width: number;
  height: number;
  margin: number;
  scale: number;
  background: string;
  grid: Grid;
  tabs: number[];
  footer: string[];
  aim: string[];
  title: string;
  layers: [name: string, key: string][];
  notes: WrittenNote[];
}

/** A seat with its player */
export interface Seat {
  name: string;
  force: string;
  color: string;
  who: string;
}

/** A guest's seat, as sent to the page where the game was begun */
export interface LinkTold {
  seat: number;
  link: string;
  used: boolean;
  there: boolean;
}

/** The question that a person is asked */
export interface Question {
  seat: number;
  name: string;
  text: string;
  subject: string;
  answers: AnswerGroup[];
  at: number;
  steady: [word: string, text: string, why: string][];
  since: number;
  words: Record<string, [text: string, does: string]>;
  odds?: Record<string, string[]>;
  leads?: Record<string, LeadTold>;
  targets?: Record<string, TargetsTold>;
}

/** The result of a game */
export interface Over {
  reason: string;
  winners: number[];
  rewards: number[];
  text: string;
}

/** The actions that the page may offer */
export interface Can {
  undo: boolean;
  resign: boolean;
}

/** An answer with its results */
export interface StepTold {
  at: number;
  seat: number;
  asked: string;
  said: string;
  words: string;
  lines: string[];
  kinds: number[];
}

/** A hidden card that a seat knows */
export interface CardTold {
  seat: number;
  name: string;
  does: string;
}

/** The description of one unit, for people */
export interface Card {
  figures: [string, string, string][];
  columns: [string, string][];
  weapons: string[][];
  abilities: [string, string][];
  state: string;
}

/** What a cell means to a unit that might be put there */
export interface Place {
  far: string;
  groups: [string, [string, string][]][];
}

/** An answer that an agent likes */
export interface Liked {
  action: number;
  text: string;
  share: number | null;
  value: number | null;
  cell: Cell | null;
  unit: string | null;
}

/** A blunder, with the question that it answered and the better answer */
export interface BlunderTold {
  at: number;
  seat: number;
  asked: string;
  said: string;
  better: string;
  words: [given: string, better: string];
  loss: number;
  value: number;
  cell: Cell | null;
  unit: string | null;
}

/** A scenario as the lobby lists it */
export interface ScenarioFacts {
  name: string;
  tags: string[];
  says: string;
}

/** How a page offers an option */
export interface OptionFacts {
  name: string;
  kind: "choice" | "switch" | "text" | "list";
  choices: Value[];
  default: string | number | boolean | null | Value[];
  says: string;
}

/** A guided game as pages read it */
export interface FirstFacts {
  scenario: string;
  opponent: string;
  seed: number;
  options: Options;
  lessons: LessonFacts[];
}

/** The files of a scenario for one number of seats */
export interface TableFiles {
  tables: string;
  options: string;
}

/** A trained agent of a site: its file, the scenarios that it plays, and where these have the columns that it finds by name */
export interface TrainedFacts {
  file: string;
  plays: string[];
  places?: Record<string, string>;
}

/** The parts that all positions of a game have in common */
export interface Frame {
  width: number;
  height: number;
  margin: number;
  scale: number;
  background: string;
  grid: Grid;
  tabs: number[];
  footer: string[];
  aim: string[];
}

/** A position in a file, as the numbers of its layers and notes */
export interface GamePosition {
  title: string;
  layers: number[];
  notes: number[];
}

/** A seat of a replay; `who` is "" where no name was given */
export interface FilmSeat {
  force: string;
  who: string;
  color: string;
}

/** An answer of a replay, and what followed from it */
export interface FilmStep {
  at: number;
  seat: number;
  asked: string;
  said: string;
  lines: string[];
}

/** The places of a board's cells: `outline` around the middle, which `first`, `step` and `shift` tell; see docs/web-scene.md */
export interface Grid {
  columns: number;
  rows: number;
  first: Point;
  step: Point;
  shift: number;
  outline: Point[];
}

/** The layout of a record */
export interface RecordWords {
  bytes: number;
  fields: FieldWords[];
}

/** A question: who is asked, in which words, about what, and the verbs of its answers */
export interface DecisionWords {
  name: string;
  who: string;
  sentence: string;
  subject: string;
  answers: Record<string, string>;
}

/** A block of actions */
export interface BlockWords {
  name: string;
  start: number;
  size: number;
  kind: string;
  first: number;
  width: number;
  options: string[];
}

/** A kind of event: its sentence, and the words for its numbers */
export interface EventWords {
  name: string;
  sentence: string;
  words: Record<string, string>;
}

/** A section of an observation */
export interface SectionWords {
  name: string;
  start: number;
  count: number;
  columns: string[];
  shape?: number[];
  places?: unknown;
}

/** The attack that an answer leads to at once */
export interface LeadTold {
  unit: string;
  odds: string[];
}

/** The targets that an answer lets a seat attack, with the odds against the best of them */
export interface TargetsTold {
  units: string[];
  best: string;
  odds: string[];
}

/** What a guided game explains once, with the names of questions and the numbers of events after which it comes */
export interface LessonFacts {
  about: string;
  text: string;
  asked: string[];
  after: number[];
  tip: string;
}

/** The place of a field in a record */
export interface FieldWords {
  name: string;
  offset: number;
  bytes: number;
  shape: number[];
  type: string | FieldWords[];
}

// What a page says, and what it gets for it

export interface SaysLobby {
  do: "lobby";
  re?: number;
}

export interface SaysPreview {
  do: "preview";
  re?: number;
  game: string;
  scenario?: string | null;
  seats?: number | null;
  options?: Options;
  files?: OwnFile[];
}

export interface SaysStart {
  do: "start";
  re?: number;
  game: string;
  scenario?: string | null;
  seats?: number | null;
  options?: Options;
  files?: OwnFile[];
  practice?: boolean;
  pace?: number;
  watch?: boolean;
  who: string[];
  seed?: number | null;
}

export interface SaysLoad {
  do: "load";
  re?: number;
  practice?: boolean;
  pace?: number;
  watch?: boolean;
  who?: string[];
  text: string;
}

export interface SaysResume {
  do: "resume";
  re?: number;
  id: string;
}

export interface SaysAnswer {
  do: "answer";
  re?: number;
  at: number;
  action: number;
}

export interface SaysReady {
  do: "ready";
  re?: number;
  at: number;
}

export interface SaysUndo {
  do: "undo";
  re?: number;
}

export interface SaysResign {
  do: "resign";
  re?: number;
}

export interface SaysRun {
  do: "run";
  re?: number;
  pace?: number;
}

export interface SaysPause {
  do: "pause";
  re?: number;
}

export interface SaysStep {
  do: "step";
  re?: number;
}

export interface SaysLook {
  do: "look";
  re?: number;
  at: number;
}

export interface SaysCard {
  do: "card";
  re?: number;
  at: number;
  unit: string;
}

export interface SaysPlace {
  do: "place";
  re?: number;
  at: number;
  unit: string;
  cell: Cell;
}

export interface SaysThink {
  do: "think";
  re?: number;
  at: number;
  agent?: string | null;
}

export interface SaysJudge {
  do: "judge";
  re?: number;
  agent?: string | null;
}

export interface SaysAnalyse {
  do: "analyse";
  re?: number;
  agent?: string | null;
}

export interface SaysAgain {
  do: "again";
  re?: number;
  swap?: boolean;
  at?: number;
  seat?: number;
}

export interface SaysSeat {
  do: "seat";
  re?: number;
  seat: number;
  who: string;
}

export interface SaysSave {
  do: "save";
  re?: number;
}

export interface SaysLeave {
  do: "leave";
  re?: number;
}

export type Says = SaysLobby | SaysPreview | SaysStart | SaysLoad | SaysResume | SaysAnswer | SaysReady | SaysUndo | SaysResign | SaysRun | SaysPause | SaysStep | SaysLook | SaysCard | SaysPlace | SaysThink | SaysJudge | SaysAnalyse | SaysAgain | SaysSeat | SaysSave | SaysLeave;

export interface Answers {
  lobby: Lobby;
  preview: Preview;
  start: Begun;
  load: Begun;
  resume: Begun | Gone;
  answer: Done;
  ready: Done;
  undo: Done;
  resign: Done;
  run: Done;
  pause: Done;
  step: Done;
  look: Position;
  card: CardAnswer;
  place: PlaceAnswer;
  think: Thoughts;
  judge: Values;
  analyse: Blunders;
  again: Begun;
  seat: Begun;
  save: Saved;
  leave: Done;
}
