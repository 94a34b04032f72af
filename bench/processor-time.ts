import { readFileSync } from 'node:fs'

const TICK_MS = 10

/** Milliseconds of processor time that a process has used. Reads /proc, so only on Linux. */
export function processorMs(pid: number): number {
  // The process name before the last bracket may contain spaces.
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return (Number(stat[11]) + Number(stat[12])) * TICK_MS
}

/** Resident memory of a process in megabytes; `peak` for its highest so far. Only on Linux. */
export function memoryMb(pid: number, which: 'now' | 'peak' = 'now'): number {
  const field = which === 'now' ? 'VmRSS' : 'VmHWM'
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1000)
}
