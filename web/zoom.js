// A closer look at a drawing: two fingers, the wheel with Ctrl, or the buttons in its corner; a closer look is moved by dragging.

const MOST = 6;

/** @typedef {[across: number, down: number]} Place */

/** The part of a drawing that is seen. `frame` is its whole viewBox. */
export class Zoom {
  /** @type {Place | null} where a drag has got to. */
  from = null;
  dragged = false;
  /** @type {[x: number, y: number, w: number, h: number]} */
  box = [0, 0, 1, 1];

  /** @param {HTMLElement} holder @param {SVGElement} root */
  constructor(holder, root) {
    this.holder = holder;
    this.root = root;
    this.times = 1;
    /** @type {Place} */
    this.middle = [0.5, 0.5]; // of what is seen, as shares of the whole
    /** @type {Map<number, Place>} */
    this.fingers = new Map();
    const button = (/** @type {string} */ sign, /** @type {string} */ title, /** @type {number} */ times) => {
      const made = document.createElement("button");
      Object.assign(made, {type: "button", textContent: sign, title, tabIndex: -1, onclick: () => this.by(times)});
      made.setAttribute("aria-label", title);
      return made;
    };
    this.buttons = document.createElement("div");
    this.buttons.className = "scene-zoom";
    this.buttons.append(button("+", "Closer", 1.6), button("−", "Farther", 1 / 1.6));
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"])) root.addEventListener(end, (event) => this.fingers.delete(event.pointerId));
    root.addEventListener("click", (event) => this.dragged && event.stopPropagation(), true);
    root.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.by(Math.exp(-event.deltaY / 200), this.share(event));
    }, {passive: false});
  }

  /** See the whole of another drawing. @param {[x: number, y: number, w: number, h: number]} box */
  frame(box) {
    this.box = box;
    this.set(1, [0.5, 0.5]);
  }

  /** Where a pointer is, as shares of the whole drawing. @param {{clientX: number, clientY: number}} event @returns {Place} */
  share(event) {
    const seen = this.root.getBoundingClientRect();
    const share = (/** @type {number} */ part, /** @type {number} */ middle) => middle + (part - 0.5) / this.times;
    return [share((event.clientX - seen.left) / seen.width, this.middle[0]), share((event.clientY - seen.top) / seen.height, this.middle[1])];
  }

  /** @param {number} factor @param {Place} around */
  by(factor, around = this.middle) {
    const times = Math.min(Math.max(this.times * factor, 1), MOST);
    const [x, y] = this.middle, [a, b] = around;
    this.set(times, [a + (x - a) * this.times / times, b + (y - b) * this.times / times]);
  }

  /** @param {number} times @param {Place} middle */
  set(times, [across, down]) {
    this.times = times;
    const half = 0.5 / times;
    this.middle = [Math.min(Math.max(across, half), 1 - half), Math.min(Math.max(down, half), 1 - half)];
    const [x, y, w, h] = this.box;
    this.root.setAttribute("viewBox", [x + (this.middle[0] - half) * w, y + (this.middle[1] - half) * h, w / times, h / times].map((value) => value.toFixed(1)).join(" "));
    this.root.style.touchAction = times > 1 ? "none" : "pan-y";
    this.holder.classList.toggle("closer", times > 1);
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    if (!this.fingers.size) this.dragged = false;
    this.fingers.set(event.pointerId, [event.clientX, event.clientY]);
    this.from = [event.clientX, event.clientY];
  }

  /** @param {PointerEvent} event */
  move(event) {
    const before = this.fingers.get(event.pointerId);
    if (!before || !this.from) return;
    /** @type {Place} */
    const now = [event.clientX, event.clientY];
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    const seen = this.root.getBoundingClientRect();
    if (other) {
      this.dragged = true;
      const apart = (/** @type {Place} */ place) => Math.hypot(place[0] - other[0], place[1] - other[1]);
      this.by(apart(now) / Math.max(apart(before), 1), this.share({clientX: (now[0] + other[0]) / 2, clientY: (now[1] + other[1]) / 2}));
    } else if (this.times > 1) {
      if (!this.dragged && Math.hypot(now[0] - this.from[0], now[1] - this.from[1]) < 6) return;
      this.dragged = true;
      const [across, down] = [(now[0] - before[0]) / seen.width, (now[1] - before[1]) / seen.height];
      this.set(this.times, [this.middle[0] - across / this.times, this.middle[1] - down / this.times]);
    }
    this.fingers.set(event.pointerId, now);
  }
}
