import { createElement, Fragment, type ReactNode } from 'react'
import type { MarkdownNode } from '#platform/markdown.ts'

// The page's own title is its only heading of the first level.
const LEVELS: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4' }

/** A parsed Markdown text. */
export function MarkdownText({ nodes }: { nodes: MarkdownNode[] }) {
  return <div className="markdown-text">{rendered(nodes)}</div>
}

function rendered(nodes: MarkdownNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes.map(element))
}

function element(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, attributes, children } = node
  const type = LEVELS[tag] ?? tag
  return children.length === 0
    ? createElement(type, attributes)
    : createElement(type, attributes, rendered(children))
}
