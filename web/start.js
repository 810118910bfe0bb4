// The first screen: which game, who plays, and a look at the board.

import {FOLLOWED, GUIDED, kept, LAST, make, PACES, spoken, toast, whyOf, words} from "./dom.js";
import {learnCard} from "./guide.js";
import {speakOf} from "./languages.js";
import {showHelp} from "./help.js";
import {paint} from "./paint.js";
import {optionsOf, playersOf} from "./players.js";
import {plainAim} from "./standing.js";
import {decoded} from "./texts.js";

/** @import {Guided} from "./guide.js" */
/** @import {Scene} from "./shapes.js" */
/** @import {Heard, Host, Refused} from "./talk.js" */
/** @import {GameFacts, Lobby, Options, OptionFacts, OwnFile, Value} from "./types.d.ts" */
/** @typedef {Options[string]} Given what an option is set to. */

const NO_FILES = "Scenarios, forces and agents of your own, and options that name files, need Python, which this page does without: skirmish-rl serve.";

export class StartScreen {
  /** @type {HTMLElement} */ board;
  /** @type {HTMLElement} */ caption;
  /** @type {HTMLElement} */ seatList;
  /** @type {HTMLElement} */ problem;
  /** @type {HTMLElement} */ optionList;
  /** @type {HTMLElement} */ fileList;
  /** @type {HTMLButtonElement} */ startButton;
  /** @type {HTMLInputElement} */ seed;
  /** @type {HTMLInputElement} */ practice;
  /** @type {HTMLSelectElement} */ pace;
  /** @type {HTMLElement} */ scenarioList;
  /** @type {HTMLElement} */ says;
  /** @type {HTMLElement} */ seatChoice;
  /** @type {HTMLElement} */ games;
  /** @type {HTMLSelectElement[]} who sits where. */ selects = [];
  /** @type {{option: OptionFacts, input: HTMLElement, shown: string}[]} options that name forces or files. */ named = [];
  /** @type {Scene | null} */ scene = null;
  starting = false;

  /** @param {Host} host @param {Lobby} lobby @param {Host["ask"]} ask */
  constructor(host, lobby, ask) {
    this.host = host;
    this.lobby = lobby;
    this.ask = ask;
    /** @type {OwnFile[]} */
    this.files = [];
    /** @type {string[]} */
    this.unfit = []; // levels and trained agents that do not play this scenario
    this.asked = 0; // previews asked for, so that a late one is not shown
    const last = kept.get("start") ?? {};
    this.game = lobby.games.find((game) => game.name === last.game) ?? lobby.games.find((game) => game.name === "godbreakers") ?? lobby.games[0];
    /** @type {string} */
    this.scenario = this.game.scenarios.some((one) => one.name === last.scenario) || this.worldOf(last.scenario) !== null ? last.scenario : this.game.default;
    /** @type {number | null} */
    this.seats = last.seats ?? null;
    /** @type {string[]} */
    this.who = last.who ?? ["person", "bot:simple"];
    /** @type {Options} */
    this.options = {};
    /** @type {Options} */
    this.settled = {}; // what the scenario says of the options that were not chosen
    /** @type {string[]} */
    this.forces = []; // and who plays there
    this.element = make("div.start");
    speakOf(this.game.name);
    this.build();
    this.ready = this.preview();
  }

  close() {}

  /** @param {Heard} message */
  heard(message) {} // eslint-disable-line no-unused-vars -- every screen is told everything; this one waits for answers alone

  /** What help says about the game that is chosen. */
  about() {
    return {title: this.game.title, minute: this.game.minute ?? [], scenario: this.scenarioSays(), aim: (this.scene?.aim ?? []).map(plainAim), board: []};
  }

  /** A sentence about the scenario that is chosen. */
  scenarioSays() {
    return this.game.scenarios.find(({name}) => name === this.scenario)?.says ?? "";
  }

  build() {
    const last = kept.get(LAST);
    this.board = make("div.board.preview", {"aria-hidden": "true"});
    this.caption = make("p.caption", {});
    this.seatList = make("div.seat-list");
    this.problem = make("p.problem", {role: "alert", hidden: true});
    this.optionList = make("div.option-list");
    this.fileList = make("ul.file-list");
    this.startButton = make("button.primary.big", {type: "submit"}, "Start");
    this.seed = make("input", {type: "text", inputmode: "numeric", placeholder: "any", "aria-label": "Seed of all dice", pattern: "[0-9]*", maxlength: 15});
    this.practice = make("input", {type: "checkbox"});
    this.pace = make("select", {"aria-label": "How fast agents answer"}, ...PACES.map(([ms, name]) => make("option", {value: ms}, name)));
    this.pace.value = String(kept.get("pace") ?? FOLLOWED);
    this.scenarioList = make("div.chips", {role: "radiogroup", "aria-label": "Scenario"});
    this.says = make("p.says", {});
    this.seatChoice = make("div.chips", {role: "radiogroup", "aria-label": "Number of seats"});
    const games = make("div.game-list", {role: "radiogroup", "aria-label": "Game"}, ...this.lobby.games.map((game) => make(
      "button.game-card", {type: "button", role: "radio", "aria-checked": String(game === this.game), "data-game": game.name, onclick: () => this.chooseGame(game)},
      game.picture ? make("img", {src: game.picture, alt: "", width: 320, height: 140}) : null,
      make("strong", {}, game.title), make("small", {}, [game.sentence, game.seats[0] === game.seats[1] ? `${game.seats[0]} seats.` : `${game.seats[0]} to ${game.seats[1]} seats.`].filter(Boolean).join(" ")),
    )));
    this.games = games;
    const form = make("form.start-form", {onsubmit: (/** @type {SubmitEvent} */ event) => { event.preventDefault(); this.begin(); }},
      learnCard(this.lobby.games, (game) => this.guide(game)),
      last ? make("button.resume", {type: "button", onclick: () => this.host.send({do: "resume", id: last.id})}, make("span", {}, "Go on with your last game"), make("small", {}, last.title)) : null,
      make("section", {}, make("div.row.heading", {}, make("h2", {}, "Game"), make("button.link", {type: "button", onclick: () => showHelp(this)}, "How to play")), games),
      make("section", {}, make("h2", {}, "Scenario"), this.scenarioList, this.says, this.seatChoice),
      make("section", {}, make("h2", {}, "Who plays"), this.seatList),
      make("div.row", {},
        make("label.field", {}, make("span", {}, "Agents answer"), this.pace),
        make("label.field", {}, make("span", {}, "Seed"), this.seed),
        make("label.check", {title: "Any answer may be taken back, dice or not"}, this.practice, make("span", {}, "Practice: take back anything")),
      ),
      make("details.more", {}, make("summary", {}, this.takesFiles ? "Options, own files, saved games" : "Options, saved games"),
        this.optionList,
        make("div.drop", {},
          make("p", {}, `Drop ${this.takesFiles ? "scenario, roster or saved files" : "a saved game"} here, or `, make("label.link", {}, "choose files", this.picker()), "."),
          this.takesFiles ? null : make("p", {}, make("small", {}, NO_FILES)),
          this.fileList,
        ),
      ),
      this.problem,
      this.startButton,
    );
    form.addEventListener("change", () => this.clearProblem());
    this.element.append(form, make("div.start-side", {}, this.board, this.caption));
    this.element.addEventListener("dragover", (event) => { event.preventDefault(); this.element.classList.add("dropping"); });
    this.element.addEventListener("dragleave", () => this.element.classList.remove("dropping"));
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      this.element.classList.remove("dropping");
      this.addFiles([...event.dataTransfer?.files ?? []]);
    });
    this.fillScenarios();
    this.fillOptions();
    this.fillSeats();
  }

  /** Begin the guided game. @param {Guided} game */
  async guide({name, first: {scenario, seed, options, opponent}}) {
    this.clearProblem();
    this.caption.replaceChildren(spoken.say("Getting the game ready. The first time, this takes about a minute."));
    try {
      const begun = await this.ask({do: "start", game: name, scenario, seats: 2, options, files: [], who: ["person", opponent], seed, pace: FOLLOWED, practice: true, watch: false});
      kept.set(GUIDED, begun.id);
      kept.set("start", {game: name});
    } catch (error) {
      this.showProblem(whyOf(error));
    }
  }

  /** The number of the generated world that a scenario is, null for another scenario, and where the game has no worlds. @param {string | null | undefined} scenario */
  worldOf(scenario) {
    const found = /^skirmish:(\d+)$/.exec(scenario ?? "");
    return found && Number(found[1]) < (this.game.worlds ?? 0) ? Number(found[1]) : null;
  }

  /** Choose another scenario, or the same one again. @param {string} name */
  chooseScenario(name) {
    this.scenario = name;
    this.seats = null;
    this.forgetForces();
    this.fillScenarios();
    this.preview();
  }

  /** Choose a generated world: the one of a number, or any. */
  chooseWorld(number = Math.floor(Math.random() * (this.game.worlds ?? 0))) { this.chooseScenario(`skirmish:${number}`); }

  /** Which generated world it is, and a way to others. @param {number} world */
  worldField(world) {
    /** @type {HTMLInputElement} */
    const input = make("input", {type: "text", inputmode: "numeric", "aria-label": "Number of the world", maxlength: 7, value: String(world), onchange: () => {
      if (/^\d+$/.test(input.value.trim())) this.chooseWorld(Number(input.value));
      else this.fillScenarios();
    }});
    return make("span.row.world", {}, make("label.field", {}, make("span", {}, "World"), input), make("button", {type: "button", onclick: () => this.chooseWorld()}, "Another"));
  }

  /** False where the host reads no files but saved games. */
  get takesFiles() { return this.lobby.limits.files > 0; }

  picker() {
    return make("input.hidden-file", {type: "file", multiple: true, accept: this.takesFiles ? ".toml,.txt" : ".txt", onchange: (/** @type {Event & {target: HTMLInputElement}} */ {target}) => { this.addFiles([...target.files ?? []]); target.value = ""; }});
  }

  /** @param {GameFacts} game */
  chooseGame(game) {
    this.game = game;
    speakOf(game.name);
    this.scenario = game.default;
    this.seats = null;
    this.options = {};
    this.settled = {};
    this.scene = null;
    this.board.replaceChildren();
    this.fillSeatChoice([], 0);
    for (const card of /** @type {Iterable<HTMLElement>} */ (this.games.children)) card.setAttribute("aria-checked", String(card.dataset.game === game.name));
    this.fillScenarios();
    this.fillOptions();
    this.fillSeats();
    this.preview();
  }

  fillScenarios() {
    this.says.textContent = spoken.say(this.scenarioSays());
    const own = this.files.map((file) => ({name: file.name, tags: ["own file"], says: ""}));
    const world = this.worldOf(this.scenario);
    this.scenarioList.replaceChildren(
      ...[...this.game.scenarios, ...own].map((one) => chip(words(one.name), one.name === this.scenario, () => this.chooseScenario(one.name), one.says || one.tags.join(", "))),
      ...this.game.worlds ? [chip("generated world", world !== null, () => this.chooseWorld(), "a board and two forces of equal points, drawn by a number")] : [],
      ...world === null ? [] : [this.worldField(world)]);
  }

  /** @param {number[]} seats @param {number} now */
  fillSeatChoice(seats, now) {
    this.seatChoice.hidden = seats.length < 2;
    this.seatChoice.replaceChildren(make("span.chips-label", {}, "Seats"), ...seats.map((count) => chip(String(count), count === now, () => {
      this.seats = count;
      this.forgetForces();
      this.preview();
    })));
  }

  /** @param {string[]} players */
  fillSeats(players = [], count = this.seats ?? 2) {
    const groups = playersOf(this.game, this.lobby, this.unfit);
    const known = new Set(groups.flatMap(([, list]) => list.map(([value]) => value)));
    this.selects = [];
    this.seatList.replaceChildren(...Array.from({length: count}, (_, seat) => {
      const chosen = known.has(this.who[seat]) ? this.who[seat] : seat ? "bot:simple" : "person";
      /** @type {HTMLSelectElement} */
      const select = make("select", {"aria-label": `Who plays seat ${seat + 1}`, "data-seat": seat, onchange: () => { this.who[seat] = select.value; }},
        ...optionsOf(groups));
      select.value = chosen;
      this.who[seat] = select.value;
      this.selects.push(select);
      return make("div.seat-row", {}, make("i.dot", {style: `background:var(--seat-${seat})`}), make("span.force", {}, sideName(players, seat)), select);
    }));
  }

  fillOptions() {
    this.named = []; // options that name forces or files
    this.optionList.replaceChildren(...this.game.options.map((option) => {
      const shown = make("span", {title: option.says}, words(option.name));
      /** @type {HTMLElement} */
      let input;
      const set = (/** @type {Value | undefined} */ value) => this.setOption(option, value);
      if (option.kind === "switch") {
        /** @type {HTMLInputElement} */
        const box = make("input", {type: "checkbox", onchange: () => set(box.checked === option.default ? undefined : box.checked)});
        box.checked = Boolean(option.default);
        input = box;
      } else if (option.kind === "choice") {
        const choices = option.default === null ? [null, ...option.choices] : option.choices;
        /** @type {HTMLSelectElement} */
        const select = make("select", {onchange: () => set(choices[select.selectedIndex] === option.default ? undefined : choices[select.selectedIndex])},
          ...choices.map((choice) => make("option", {}, choice === null ? "as the scenario says" : words(choice))));
        select.selectedIndex = choices.findIndex((choice) => choice === option.default);
        input = select;
      } else {
        input = make("span.names");
        this.named.push({option, input, shown: ""});
      }
      return make(option.kind === "switch" ? "label.check.option" : "label.field.option", {title: option.says}, option.kind === "switch" ? [input, shown] : [shown, input], make("small", {}, option.says));
    }));
    this.fillNames();
  }

  /** Another scenario or number of seats has forces of its own. */
  forgetForces() {
    for (const option of this.game.options) if (option.kind === "list") delete this.options[option.name];
  }

  /** @param {OptionFacts} option @param {Given | undefined} value */
  setOption(option, value) {
    if (value === undefined) delete this.options[option.name];
    else this.options[option.name] = value;
    this.preview();
  }

  /** Fields of options that name forces or files: one for each seat where there is a list; they offer what is shipped and what was dropped. */
  fillNames() {
    for (const field of this.named) {
      const {option, input} = field;
      const settled = this.settled[option.name] ?? null;
      const now = this.options[option.name] ?? settled;
      const values = option.kind === "list" ? Array.from({length: this.forces.length}, (_, seat) => Array.isArray(now) ? now[seat] ?? null : now) : [now];
      const offered = [...option.choices.map(String), ...this.files.map((file) => file.name)];
      const drawn = JSON.stringify([values, offered]);
      if (drawn === field.shown) continue; // the focus stays where it is
      field.shown = drawn;
      input.replaceChildren(...values.map((value, seat) => {
        const name = value === null ? "" : String(value), names = name === "" || offered.includes(name) ? offered : [...offered, name];
        const select = make("select", {"aria-label": values.length > 1 ? `${words(option.name)} of seat ${seat + 1}` : words(option.name), disabled: !names.length, onchange: () => {
          /** @type {Value[]} */
          const chosen = [...input.querySelectorAll("select")].map((one) => one.value || null);
          const filled = chosen.map((one, k) => one ?? (Array.isArray(settled) ? settled[k] : settled));
          if (chosen.every((one) => one === null)) this.setOption(option, undefined);
          else this.setOption(option, option.kind === "list" ? filled : chosen[0]);
        }},
          make("option", {value: ""}, names.length ? "as the scenario says" : "drop a file below to choose it"),
          ...names.map((one) => make("option", {value: one}, words(one))));
        select.value = name;
        return select;
      }));
    }
  }

  /** @param {File[]} files */
  async addFiles(files) {
    for (const file of files) {
      const text = decoded(await file.arrayBuffer());
      if (text === null) {
        this.showProblem(`${file.name} is no text in UTF-8 or UTF-16. Save it as UTF-8.`);
        return;
      }
      if (text.startsWith("skirmish trace")) {
        this.load(text, file.name);
        return;
      }
      if (!this.takesFiles) {
        this.showProblem(`${file.name} is no saved game. ${NO_FILES}`);
        return;
      }
      const name = file.name.normalize("NFC");
      if (!name.endsWith(".toml")) { toast(`${file.name}: a scenario or roster ends in .toml, a saved game begins with "skirmish trace"`, "bad"); continue; }
      if (text.length > this.lobby.limits.file) { toast(`${file.name} is too large`, "bad"); continue; }
      const others = this.files.filter((one) => one.name !== name);
      if (others.length < this.files.length) toast(`${name} takes the place of the file of that name`);
      else if (others.length >= this.lobby.limits.files) { toast(`${name} is one too many: at most ${this.lobby.limits.files} files; remove another first`, "bad"); continue; }
      this.files = [...others, {name, text}];
    }
    const more = /** @type {HTMLDetailsElement | null} */ (this.element.querySelector("details.more"));
    if (more) more.open = true;
    this.fillFiles();
    this.fillScenarios();
    this.fillNames();
  }

  /** @param {string | null} bad @param {string} why */
  fillFiles(bad = null, why = "") {
    this.fileList.replaceChildren(...this.files.map((file) => make(`li${file.name === bad ? ".bad" : ""}`, {},
      make("code", {}, file.name),
      make("button.quiet", {type: "button", onclick: () => { this.scenario = file.name; this.fillScenarios(); this.preview(); }}, "play this scenario"),
      make("button.quiet", {type: "button", "aria-label": `remove ${file.name}`, onclick: () => {
        this.files = this.files.filter((one) => one !== file);
        if (this.scenario === file.name) this.scenario = this.game.default;
        this.options = Object.fromEntries(Object.entries(this.options).filter(([, value]) => ![value].flat().includes(file.name)));
        this.fillFiles();
        this.fillScenarios();
        this.fillNames();
        this.preview();
      }}, "remove"),
      file.name === bad ? make("p", {}, why) : null)));
  }

  /** @param {string} text @param {string} name */
  async load(text, name) {
    try {
      await this.ask({do: "load", text, pace: Number(this.pace.value), practice: this.practice.checked});
    } catch (error) {
      this.showProblem(`${name}: ${whyOf(error)}`);
    }
  }

  setting() {
    return {game: this.game.name, scenario: this.scenario, seats: this.seats, options: this.options, files: this.files};
  }

  async preview() {
    const number = ++this.asked;
    this.clearProblem();
    this.board.classList.add("waiting");
    const slow = setTimeout(() => this.caption.replaceChildren(spoken.say("Getting the game ready. The first time, this takes about a minute.")), 4000);
    try {
      const seen = await this.ask({do: "preview", ...this.setting()});
      if (number !== this.asked) return;
      this.scene = seen.scene;
      this.paint();
      this.caption.replaceChildren(...seen.aim.map((line) => make("span", {}, plainAim(line), " ")));
      for (const [name, value] of Object.entries(seen.options ?? {})) if (!Object.hasOwn(this.options, name)) this.settled[name] = value;
      this.forces = seen.players;
      this.unfit = seen.unfit;
      this.fillNames();
      this.fillSeatChoice(seen.seats, seen.players.length);
      this.fillSeats(seen.players.map((player) => player.replace(/\.toml$/, "")), seen.players.length);
    } catch (error) {
      if (number === this.asked) {
        this.caption.replaceChildren();
        this.showProblem(whyOf(error), /** @type {Refused} */ (error).file);
      }
    } finally {
      clearTimeout(slow);
      if (number === this.asked) this.board.classList.remove("waiting");
    }
  }

  paint() {
    if (this.scene) paint(this.board, this.scene, {});
  }

  /** Start what was chosen, and remember it. */
  begin() {
    const who = this.selects.map((select) => select.value), pace = Number(this.pace.value);
    kept.set("start", {game: this.game.name, scenario: this.files.length ? null : this.scenario, seats: this.seats, who});
    kept.set("pace", pace);
    return this.start(who, pace);
  }

  /** Start a game of the strongest bots. */
  async watch() {
    await this.ready;
    return this.start(this.selects.map(() => `bot:${this.game.bots.at(-1)}`), FOLLOWED);
  }

  /** @param {string[]} who @param {number} pace */
  async start(who, pace) {
    if (this.starting) return;
    this.starting = true;
    this.startButton.disabled = true;
    const seed = this.seed.value.trim() === "" ? null : Number(this.seed.value);
    try {
      await this.ask({do: "start", ...this.setting(), who, seed, pace, practice: this.practice.checked, watch: false});
    } catch (error) {
      this.showProblem(whyOf(error), /** @type {Refused} */ (error).file);
    } finally {
      this.starting = false;
      this.startButton.disabled = false;
    }
  }

  /** @param {string} why @param {string | null} file */
  showProblem(why, file = null) {
    this.problem.hidden = false;
    this.problem.textContent = spoken.say(why);
    if (file) this.fillFiles(file, why);
  }

  clearProblem() { this.problem.hidden = true; }
}

/** What a side is called: by its force, with a number where two are called the same. @param {string[]} players @param {number} seat */
function sideName(players, seat) {
  const force = players[seat];
  return force ? words(force) + (players.filter((one) => one === force).length > 1 ? ` ${seat + 1}` : "") : `Seat ${seat + 1}`;
}

/** @param {string} text @param {boolean} chosen @param {() => void} onclick */
function chip(text, chosen, onclick, title = "") {
  return make("button.chip", {type: "button", role: "radio", "aria-checked": String(chosen), onclick, title}, text);
}
