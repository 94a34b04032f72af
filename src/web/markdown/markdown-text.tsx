import { createElement, Fragment, type ReactNode } from 'react'
import { type MarkdownNode, readHtml } from '#platform/markdown-html.ts'

/**
 * A rendered Markdown text. The server writes its HTML as it is, which takes a fiftieth of the time; browsers,
 * whose Trusted Types forbid that, make the same elements of it.
 */
export function MarkdownText({ html }: { html: string }) {
  return import.meta.env.SSR ? (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: writeHtml escapes all texts in it
    <div className="markdown-text" dangerouslySetInnerHTML={{ __html: html }} />
  ) : (
    <div className="markdown-text">{elements(readHtml(html))}</div>
  )
}

function elements(nodes: MarkdownNode[]): ReactNode {
  return createElement(Fragment, null, ...nodes.map(element))
}

function element(node: MarkdownNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, attributes, children } = node
  return children.length === 0
    ? createElement(tag, attributes)
    : createElement(tag, attributes, elements(children))
}
