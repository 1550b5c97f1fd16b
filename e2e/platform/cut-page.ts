/**
 * Runs in a page: cuts it after each text and drawing in view, as it may arrive, and tells which of those before the
 * cut then stand elsewhere than in the whole page.
 */
export function movedByTheRest(): string[] {
  const root = document.getElementById('root');
  if (!root) throw new Error('there is no page');

  const boxOf = (node: Node) => {
    const range = document.createRange();
    range.selectNode(node);
    return range.getBoundingClientRect();
  };
  const shows = (node: Node) => {
    if (node instanceof Text ? !node.data.trim() || node.parentElement?.closest('svg') : node.nodeName !== 'svg') {
      return false;
    }
    const { width, bottom, top } = boxOf(node);
    return width > 0 && bottom > 0 && top < innerHeight;
  };
  const nameOf = (node: Node) => `${node.nodeName} in ${node.parentElement?.outerHTML.slice(0, 80)}`;

  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [];
  while (walker.nextNode()) if (shows(walker.currentNode)) nodes.push(walker.currentNode);
  const places = nodes.map(boxOf);

  /** Takes all that follows out of the page, and returns what puts it back. */
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

  return nodes.flatMap((last, index) => {
    const putBack = cutAfter(last);
    const moved = nodes.slice(0, index + 1).filter((node, place) => {
      const [{ x, y, width }, whole] = [boxOf(node), places[place]];
      return width > 0 && whole && Math.abs(x - whole.x) + Math.abs(y - whole.y) > 1;
    });
    putBack();
    return moved.map((node) => `${nameOf(node)}, cut after ${nameOf(last)}`);
  });
}
