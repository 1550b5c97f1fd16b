/**
 * Runs in a page: cuts it after each text, picture and field in view, like a partly received document, and returns the
 * elements before the cut that have another position than in the whole page.
 */
export function movedByTheRest(): string[] {
  const root = document.getElementById('root');
  if (!root) throw new Error('there is no page');
  // Reinserted elements would restart their animations.
  const still = new CSSStyleSheet();
  still.replaceSync('* { animation: none !important; }');
  document.adoptedStyleSheets.push(still);

  const boxOf = (node: Node) => {
    const range = document.createRange();
    range.selectNode(node);
    return range.getBoundingClientRect();
  };
  const isShown = (node: Node) =>
    node instanceof Element
      ? node.matches('svg, img, input, select, textarea')
      : node.textContent?.trim() && !node.parentElement?.closest('svg, select');
  const shows = (node: Node) => {
    const { width, bottom, top } = boxOf(node);
    return isShown(node) && width > 0 && bottom > 0 && top < innerHeight;
  };
  const nameOf = (node: Node) => `${node.nodeName} in ${node.parentElement?.outerHTML.slice(0, 80)}`;

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [];
  while (walker.nextNode()) if (shows(walker.currentNode)) nodes.push(walker.currentNode);
  if (nodes.length < 8) throw new Error(`the page shows only ${nodes.map(nameOf).join(', ')}`);
  const places = nodes.map(boxOf);

  /** Removes everything after an element, and returns a function that reinserts it. */
  const cutAfter = (last: Node): (() => void) => {
    const removed: [parent: Node, child: Node][] = [];
    for (let node = last; node !== root && node.parentNode; node = node.parentNode) {
      const parent = node.parentNode;
      while (node.nextSibling) removed.push([parent, parent.removeChild(node.nextSibling)]);
    }
    return () => {
      for (const [parent, child] of removed) parent.appendChild(child);
    };
  };

  /** A symbol goes to the next line with the word behind it. */
  const isBesideWord = ({ nodeName, nextSibling }: Node) => nodeName === 'svg' && nextSibling !== null;

  return nodes.flatMap((last, index) => {
    if (isBesideWord(last)) return [];
    const putBack = cutAfter(last);
    const moved = nodes.slice(0, index + 1).filter((node, place) => {
      const [{ x, y }, whole] = [boxOf(node), places[place]];
      return whole && Math.abs(x - whole.x) + Math.abs(y - whole.y) > 1;
    });
    putBack();
    return moved.map((node) => `${nameOf(node)}, cut after ${nameOf(last)}`);
  });
}
