import { micromark } from 'micromark'
import { type MarkdownNode, readHtml, writeHtml } from './markdown-html.ts'
import { markdownFault } from './markdown-limits.ts'

// HTML is no markup here: it stays text, in paragraphs like any other.
const WITHOUT_HTML = { extensions: [{ disable: { null: ['htmlFlow', 'htmlText'] } }] }

/** What pages show of a Markdown text, made once when it is saved. */
export type RenderedMarkdown = { html: string; plain: string }

/**
 * Renders Markdown. HTML in the text stays text, and links lead only to web and mail addresses. A text
 * that is too costly to parse, from before it was refused, becomes plain paragraphs.
 */
export function renderMarkdown(text: string): RenderedMarkdown {
  const nodes = markdownFault(text)
    ? plainParagraphs(text)
    : readHtml(micromark(text, WITHOUT_HTML))
  return { html: writeHtml(nodes), plain: wordsOf(nodes).replaceAll(/\s+/g, ' ').trim() }
}

function plainParagraphs(text: string): MarkdownNode[] {
  return text.split(/\n\s*\n/).map((each) => ({ tag: 'p', attributes: {}, children: [each] }))
}

function wordsOf(nodes: MarkdownNode[]): string {
  return nodes
    .map((node) => (typeof node === 'string' ? node : wordsOf(node.children) || ' '))
    .join('')
}
