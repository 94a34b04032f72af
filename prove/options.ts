import { parseArgs } from 'node:util'

export type Options = {
  seed: string
  isShort: boolean
  /** The databases on which the proof runs. */
  databases: ('embedded' | 'postgresql')[]
  /** The number of the one part to run; all, when it is absent. */
  part?: number
}

const USAGE =
  'Usage: npm run prove -- [--seed NUMBER] [--short] [--database embedded|postgresql] [--part 1..6]'
const DATABASES = ['embedded', 'postgresql'] as const

/** Reads the words after the command; undefined, with the usage told, when they are not understood. */
export function readOptions(words: string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args: words,
      options: {
        seed: { type: 'string' },
        short: { type: 'boolean', default: false },
        database: { type: 'string' },
        part: { type: 'string' },
      },
    })
    const { seed = `${Date.now() % 1_000_000}`, short, database, part } = values
    const databases = DATABASES.filter((name) => database === undefined || name === database)
    if (databases.length > 0 && /^[1-6]?$/.test(part ?? '')) {
      return { seed, isShort: short, databases, ...(part && { part: Number(part) }) }
    }
    console.error(USAGE)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
  return undefined
}
