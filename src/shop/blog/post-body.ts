/** A block of a post's body; `line` is its first line and serves as its key. */
export type Block =
  | { kind: 'heading' | 'paragraph'; line: number; text: string }
  | { kind: 'list'; line: number; items: { line: number; text: string }[] }

/**
 * Parses the plain text of a post: `## ` starts a heading, `- ` a list item, an empty line ends a
 * block, and everything else is a paragraph. HTML stays text.
 */
export function parseBody(body: string): Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const [line, untrimmed] of body.split('\n').entries()) {
    const text = untrimmed.trim()
    const wanted = blockOf(text, line)
    if (wanted?.kind === 'list' && open?.kind === 'list') open.items.push(...wanted.items)
    else if (wanted?.kind === 'paragraph' && open?.kind === 'paragraph') open.text += ` ${text}`
    else {
      if (wanted) blocks.push(wanted)
      open = wanted
    }
  }
  return blocks
}

/** Returns the words of a body on one line, without markup. */
export function plainBody(body: string): string {
  return parseBody(body)
    .flatMap((block) => (block.kind === 'list' ? block.items.map(({ text }) => text) : block.text))
    .join(' ')
}

/** Returns the block of a single line; undefined for an empty one. */
function blockOf(text: string, line: number): Block | undefined {
  if (text === '') return undefined
  if (text.startsWith('## ')) return { kind: 'heading', line, text: text.slice(3).trim() }
  if (text.startsWith('- ')) {
    return { kind: 'list', line, items: [{ line, text: text.slice(2).trim() }] }
  }
  return { kind: 'paragraph', line, text }
}
