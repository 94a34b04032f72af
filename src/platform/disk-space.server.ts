import { statfs } from 'node:fs/promises'

/** The space of a disk in bytes: what this user may still write, and its size. */
export type DiskSpace = { freeBytes: number; totalBytes: number }

const MIN_FREE_BYTES = 1e9
const MIN_FREE_SHARE = 0.05

/** Measures the disk of a folder; null when the folder can't be read. */
export async function readDiskSpace(folder: string): Promise<DiskSpace | null> {
  const disk = await statfs(folder).catch(() => null)
  return disk && { freeBytes: disk.bavail * disk.bsize, totalBytes: disk.blocks * disk.bsize }
}

/** Whether less than 1 GB or 5 % of the disk is free. */
export function isSpaceLow({ freeBytes, totalBytes }: DiskSpace): boolean {
  return freeBytes < MIN_FREE_BYTES || freeBytes < MIN_FREE_SHARE * totalBytes
}

/** For people: "45 of 100 GB free". */
export function spaceText({ freeBytes, totalBytes }: DiskSpace): string {
  return `${sizeText(freeBytes)} of ${sizeText(totalBytes)} free`
}

function sizeText(bytes: number): string {
  if (bytes >= 1e10) return `${Math.round(bytes / 1e9)} GB`
  return bytes >= 1e9 ? `${(bytes / 1e9).toFixed(1)} GB` : `${Math.floor(bytes / 1e6)} MB`
}
