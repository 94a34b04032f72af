import { parseArgs } from 'node:util'

export type Options = {
  seed: string
  isShort: boolean
  /** The databases to run on. */
  databases: ('embedded' | 'postgresql')[]
  /** The number of the only scenario to run; absent: all. */
  part?: number
}

const ARGUMENTS = '[--seed NUMBER] [--short] [--database embedded|postgresql] [--part NUMBER]'
const DATABASES = ['embedded', 'postgresql'] as const

/** Parses the arguments. Prints the usage of `command` and returns undefined when they are invalid. */
export function readOptions(args: string[], command = 'prove'): Options | undefined {
  const usage = `Usage: npm run ${command} -- ${ARGUMENTS}`
  try {
    const { values } = parseArgs({
      args,
      options: {
        seed: { type: 'string' },
        short: { type: 'boolean', default: false },
        database: { type: 'string' },
        part: { type: 'string' },
      },
    })
    const { seed = `${Date.now() % 1_000_000}`, short, database, part } = values
    const databases = DATABASES.filter((name) => database === undefined || name === database)
    if (databases.length > 0 && /^([1-9]\d?)?$/.test(part ?? '')) {
      return { seed, isShort: short, databases, ...(part && { part: Number(part) }) }
    }
    console.error(usage)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
  }
  return undefined
}
