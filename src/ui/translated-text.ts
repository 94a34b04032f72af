/**
 * Lets React go on when the browser translates the page, which replaces text nodes by FONT elements
 * that React does not know. What React does to a text then happens to the element that stands for it,
 * and a text that React changes comes back, so that no old sum stays on the page. Call once, before
 * React mounts.
 */
export function tolerateTranslation(page: Document = document): void {
  const standIns = new WeakMap<Node, Node>()

  const record = (mutations: MutationRecord[]): void => {
    for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of mutations) {
      if (type === 'characterData') {
        const standIn = standInOf(target)
        if (standIn && !target.parentNode) standIn.parentNode?.replaceChild(target, standIn)
        continue
      }
      for (const added of addedNodes) standIns.delete(added)
      for (const removed of removedNodes) {
        const near = [...addedNodes, previousSibling, nextSibling]
        const standIn = isFont(removed) ? addedNodes[0] : near.find(isFont)
        if (!standIn || !(isText(removed) || isFont(removed)) || removed.parentNode) continue
        standIns.set(removed, standIn)
        observer.observe(removed, { characterData: true })
      }
    }
  }
  const observer = new MutationObserver(record)
  observer.observe(page, { childList: true, subtree: true })

  const standInOf = (node: Node, parent?: Node): Node | undefined => {
    let standIn = standIns.get(node)
    while (standIn && (parent ? standIn.parentNode !== parent : !standIn.parentNode)) {
      standIn = standIns.get(standIn)
    }
    return standIn
  }
  const childOf = (parent: Node, node: Node): Node | undefined => {
    if (node.parentNode === parent) return node
    record(observer.takeRecords())
    return node.parentNode === parent ? node : standInOf(node, parent)
  }

  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    const present = childOf(this, child)
    // A translator that left nothing in its place has removed the text already.
    if (!present && isText(child) && !child.parentNode) return child
    removeChild.call(this, present ?? child)
    return child
  }
  Node.prototype.insertBefore = function <Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    const present = next && childOf(this, next)
    const isGone = next && !present && isText(next) && !next.parentNode
    return insertBefore.call(this, child, isGone ? null : (present ?? next)) as Child
  }
}

const isText = (node: Node): boolean => node.nodeType === Node.TEXT_NODE

const isFont = (node: Node | null): node is Node => node?.nodeName === 'FONT'
