import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { type MarkdownNode, readHtml, writeHtml } from './markdown-html.ts'
import { markdownFault } from './markdown-limits.ts'

// HTML is no markup here: it stays text, in paragraphs like any other.
const OPTIONS = {
  extensions: [{ disable: { null: ['htmlFlow', 'htmlText'] } }, gfmTable()],
  htmlExtensions: [gfmTableHtml()],
  // `safeNodes` keeps the protocols that pages use.
  allowDangerousProtocol: true,
}
/** Lines that are no longer are those of an address, not of a text that an editor has wrapped. */
const ADDRESS_LINE = 45

/** What pages show of a Markdown text, made once when it is saved. */
export type RenderedMarkdown = { html: string; plain: string }

/**
 * Renders Markdown. HTML in the text stays text, and links lead only to web and mail addresses and telephones;
 * others are text. The short lines of an address stay lines. A text that is too costly to parse, from before it was refused, becomes plain paragraphs.
 * Links lead to headings by their words, unless the text is part of a page with ids of its own.
 */
export function renderMarkdown(text: string, hasAnchors = true): RenderedMarkdown {
  const nodes = markdownFault(text) ? plainParagraphs(text) : safeNodes(readHtml(micromark(text, OPTIONS)))
  const shown = hasAnchors ? withAnchors(nodes) : nodes
  return { html: writeHtml(shown), plain: wordsOf(nodes).replaceAll(/\s+/g, ' ').trim() }
}

/** The headings get ids as other programs write them: "Terms of payment" is `#terms-of-payment`, a second one `-1`. */
function withAnchors(nodes: MarkdownNode[]): MarkdownNode[] {
  const used = new Map<string, number>()
  return nodes.map((node) => {
    if (typeof node === 'string' || !/^h\d$/.test(node.tag)) return node
    const words = wordsOf(node.children).trim().toLowerCase()
    const name = words.replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '').replaceAll(/\s/g, '-') || 'part'
    let id = name
    while (used.has(id)) {
      const next = (used.get(name) ?? 0) + 1
      used.set(name, next)
      id = `${name}-${next}`
    }
    used.set(id, 0)
    return { ...node, attributes: { id } }
  })
}

const SAFE_LINK = /^(?:(?:https?|mailto|tel):|[^:]*(?:$|[/?#]))/i
const SAFE_IMAGE = /^(?:https?:|[^:]*(?:$|[/?#]))/i

function safeNodes(nodes: MarkdownNode[]): MarkdownNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return node
    const { tag, attributes } = node
    const { href = '', src = '' } = attributes
    const children = safeNodes(tag === 'p' ? withLines(node.children) : partsOf(node))
    if (tag === 'a' && !SAFE_LINK.test(href)) return children
    const safe = tag === 'img' && !SAFE_IMAGE.test(src) ? { ...attributes, src: '' } : attributes
    return { tag, attributes: safe, children }
  })
}

/** The children of an element; in a table no line ends stand between them. */
const partsOf = ({ tag, children }: Exclude<MarkdownNode, string>) =>
  /^(?:table|thead|tbody|tr)$/.test(tag) ? children.filter((child) => typeof child !== 'string') : children

const BREAK: MarkdownNode = { tag: 'br', attributes: {}, children: [] }

function withLines(children: MarkdownNode[]): MarkdownNode[] {
  const isAddress = wordsOf(children)
    .split('\n')
    .every(({ length }) => length <= ADDRESS_LINE)
  if (!isAddress) return children
  return children.flatMap((child, at): MarkdownNode | MarkdownNode[] => {
    if (typeof child !== 'string') return child
    const before = children[at - 1]
    const isBroken = typeof before === 'object' && before.tag === 'br'
    const [first = '', ...lines] = child.split(isBroken ? /(?<!^)\n/ : '\n')
    const broken = lines.flatMap((line) => [BREAK, `\n${line}`])
    return [first, ...broken]
  })
}

function plainParagraphs(text: string): MarkdownNode[] {
  return text.split(/\n\s*\n/).map((each) => ({ tag: 'p', attributes: {}, children: [each] }))
}

function wordsOf(nodes: MarkdownNode[]): string {
  return nodes.map((node) => (typeof node === 'string' ? node : wordsOf(node.children) || ' ')).join('')
}
