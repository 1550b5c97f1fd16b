/**
 * A translation moves texts into elements of its own, also after hydration. React then removes them from, and inserts
 * others before them in, the element where it has put them: the DOM would throw, and the page be replaced by an error.
 */
export function tolerateForeignNodes(): void {
  const { removeChild, insertBefore } = Node.prototype;
  Object.assign(Node.prototype, {
    removeChild(this: Node, child: Node) {
      const parent = this.contains(child) ? child.parentNode : null;
      return parent ? removeChild.call(parent, child) : child;
    },
    insertBefore(this: Node, node: Node, next: Node | null) {
      let place = next;
      while (place && place.parentNode !== this) place = place.parentNode;
      return insertBefore.call(this, node, place);
    },
  });
}
