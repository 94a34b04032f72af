import { readFileSync } from 'node:fs'
import pg from 'pg'

// Linux counts processor time in hundredths of a second.
const TICK_MS = 10

/**
 * Returns the processor time of a process so far, in milliseconds; NaN where the system has no /proc.
 * Unlike requests per second, its growth per request barely depends on other load.
 */
export function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS
  } catch {
    return Number.NaN
  }
}

/** Returns the processor time of all processes of a PostgreSQL server on this machine. */
export async function serverProcessorMs(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
    return rows.map(({ pid }) => processorMs(pid)).reduce((sum, ms) => sum + (ms || 0), 0)
  } finally {
    await client.end()
  }
}

/**
 * Returns the memory of a process and of all that it started, in megabytes, each shared page counted once.
 * Only on Linux.
 */
export function memoryMb(pid: number): number {
  const own = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  const others = children.filter(Boolean).map((child) => memoryMb(Number(child)))
  return others.reduce((sum, mb) => sum + mb, Math.round(Number(own ?? 0) / 1000))
}

/** Returns the highest resident memory of one process so far, in megabytes. Only on Linux. */
export function peakMemoryMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1000)
}
