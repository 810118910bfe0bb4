// Of what is shown: how much its words stand out from what lies behind them, and of buttons and fields their outlines; a row of text, what, and contrast each.
(selectors) => {
  const brush = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const parse = (text) => {
    brush.clearRect(0, 0, 1, 1);
    brush.fillStyle = text;
    brush.fillRect(0, 0, 1, 1);
    return [...brush.getImageData(0, 0, 1, 1).data];
  };
  const linear = (one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r / 255) + 0.7152 * linear(g / 255) + 0.0722 * linear(b / 255);
  const behind = (one) => {
    for (let up = one; up; up = up.parentElement) {
      const found = parse(getComputedStyle(up).backgroundColor);
      if (found[3] === 255) return found;
    }
    return [255, 255, 255, 255];
  };
  const ratio = (a, b) => (Math.max(light(a), light(b)) + 0.05) / (Math.min(light(a), light(b)) + 0.05);
  return [...document.querySelectorAll(selectors)].filter((one) => one.offsetParent && (!one.disabled || one.matches(".choice"))).flatMap((one) => {
    const style = getComputedStyle(one), edge = parse(style.borderTopColor), name = one.textContent.slice(0, 30);
    const has = one.matches("button, select, input") && edge[3] === 255 && parseFloat(style.borderTopWidth) > 0;
    return [[name, "words", ratio(parse(style.color), behind(one))], ...has ? [[name, "outline", ratio(edge, behind(one.parentElement))]] : []];
  });
};
