/** A piece of a post's body; `line` is where it begins and tells it from the others. */
export type Block =
  | { kind: 'heading' | 'paragraph'; line: number; text: string }
  | { kind: 'list'; line: number; items: { line: number; text: string }[] }

/**
 * Reads the plain text of a post: `## ` begins a heading, `- ` an item of a list, an empty line ends
 * a block, and everything else is a paragraph. Whatever looks like HTML stays text.
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

/** The words of a body without its marks, on one line. */
export function plainBody(body: string): string {
  return parseBody(body)
    .flatMap((block) => (block.kind === 'list' ? block.items.map(({ text }) => text) : block.text))
    .join(' ')
}

/** The block that a line is when it stands alone; undefined for an empty one. */
function blockOf(text: string, line: number): Block | undefined {
  if (text === '') return undefined
  if (text.startsWith('## ')) return { kind: 'heading', line, text: text.slice(3).trim() }
  if (text.startsWith('- ')) {
    return { kind: 'list', line, items: [{ line, text: text.slice(2).trim() }] }
  }
  return { kind: 'paragraph', line, text }
}
