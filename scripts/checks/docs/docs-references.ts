export type Reference = { kind: 'path' | 'script' | 'link'; name: string }

const EXTENSION = /\.(ts|tsx|js|mjs|css|sql|sh|md|json|webp)$/

/** Returns the references in a Markdown text: paths in backticks, npm scripts and relative links. */
export function referencesOf(markdown: string, topFolders: string[]): Reference[] {
  const prose = markdown.replace(/^ *```.*?^ *```/gms, '')
  return [
    ...matches(prose, /`([^`\n]+)`/g)
      .filter((text) => isPath(text, topFolders))
      .map((name) => ({ kind: 'path', name }) as const),
    ...matches(prose, /\]\((?![a-z]+:|#)([^)#\s]+)/g).map((name) => ({ kind: 'link', name }) as const),
    ...matches(markdown, /\bnpm run ([\w:-]+)/g).map((name) => ({ kind: 'script', name }) as const),
    ...matches(markdown, /\bnpm (start|test)\b/g).map((name) => ({ kind: 'script', name }) as const),
  ]
}

/** Excludes URL paths, which start with a slash, and patterns with a star or placeholder. */
function isPath(text: string, topFolders: string[]): boolean {
  if (!/^[\w.#][\w./-]*$/.test(text)) return false
  const [first = ''] = text.split('/')
  return EXTENSION.test(text) || text.endsWith('/') || (text.includes('/') && topFolders.includes(first))
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}
