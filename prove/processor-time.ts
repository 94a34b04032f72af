import { readdirSync, readFileSync } from 'node:fs'

/** The processor time in milliseconds that a process and its descendants have used; only on Linux. */
export function processorTime(pid: number): number {
  let nanoseconds = 0
  for (const thread of threadsOf(pid)) {
    const folder = `/proc/${pid}/task/${thread}`
    nanoseconds += Number(read(`${folder}/schedstat`).split(' ', 1)[0])
    const children = read(`${folder}/children`).split(' ').filter(Boolean)
    for (const child of children) nanoseconds += processorTime(Number(child)) * 1e6
  }
  return nanoseconds / 1e6
}

/** The processor time in milliseconds of the thread of a process that answers requests; only on Linux. */
export function mainThreadTime(pid: number): number {
  return Number(read(`/proc/${pid}/task/${pid}/schedstat`).split(' ', 1)[0]) / 1e6
}

/** Whether this system reports the processor time of threads. */
export function reportsProcessorTime(): boolean {
  return Number(read(`/proc/${process.pid}/schedstat`).split(' ', 1)[0]) > 0
}

// A thread or process may end at any time.
function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
