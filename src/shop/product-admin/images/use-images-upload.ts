import { useEffect, useRef, useState } from 'react'
import { RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'
import { showToast } from '#ui/toast.ts'
import type { ChosenFile } from './chosen-files.ts'
import { restoreMain } from './main-image.ts'
import { isWaiting, type MatchedFile, mainImages, matchFiles, waitingFiles } from './matched-files.ts'
import { storeFilesOf } from './store-files.ts'

const AT_ONCE = 4
// While the shop starts again; each product is tried for so long.
const [FIRST_PAUSE_MS, LAST_PAUSE_MS, TRIED_MS] = [500, 5_000, 10 * 60_000]

/** The chosen files and their upload, four products at a time. */
export function useImagesUpload() {
  const [files, setFiles] = useState<MatchedFile[]>([])
  const [leftOut, setLeftOut] = useState<string[]>([])
  const [phase, setPhase] = useState<'matching' | 'running' | 'away' | null>(null)
  const running = useRef<AbortController | null>(null)

  const choose = async (chosen: ChosenFile[]) => {
    setPhase('matching')
    try {
      const { files, leftOut } = await matchFiles(chosen)
      setFiles(files)
      setLeftOut(leftOut)
    } finally {
      setPhase(null)
    }
  }
  const replace = (changed: MatchedFile) =>
    setFiles((before) => before.map((file) => (file.path === changed.path ? changed : file)))
  const undo = async (file: MatchedFile, before: string) => {
    const refused = await restoreMain(file, before).catch(refusalText)
    if (refused === null) replace({ ...file, state: 'undone' })
    else await showToast('error', refused)
  }
  const mains = mainImages(files)
  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setPhase('running')
    const groups = [...waitingFiles(files)]
    const work = async () => {
      for (let next = groups.shift(); next && !controller.signal.aborted; next = groups.shift()) {
        await storeGroup(...next, controller.signal)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setPhase(null)
  }
  /** Stores the files of a product, and tries again while the shop can't be reached. */
  const storeGroup = async (id: string, group: MatchedFile[], signal: AbortSignal) => {
    const end = performance.now() + TRIED_MS
    let left = group
    for (let ms = FIRST_PAUSE_MS; left.length > 0 && !signal.aborted; ms = Math.min(2 * ms, LAST_PAUSE_MS)) {
      const failed = await storeFilesOf(id, left, mains, signal).catch(
        (error: unknown) => new Map(left.map((file) => [file, error])),
      )
      if (signal.aborted) return
      const isLate = performance.now() > end
      const mayPass = (file: MatchedFile) => !isLate && isUnreached(failed.get(file))
      for (const file of left) {
        if (!failed.has(file)) replace({ ...file, state: 'stored', reason: undefined })
        else if (!mayPass(file)) replace({ ...file, state: 'failed', reason: reasonOf(failed.get(file)) })
      }
      left = left.filter((file) => failed.has(file) && mayPass(file))
      setPhase(left.length > 0 ? 'away' : 'running')
      if (left.length > 0) await new Promise((done) => setTimeout(done, ms))
    }
  }
  const pause = () => running.current?.abort()
  // A page that was left stores nothing more.
  useEffect(() => () => running.current?.abort(), [])
  const toStore = files.filter(({ state, product }) => isWaiting(state) && product !== null).length
  return { files, leftOut, mains, toStore, phase, choose, replace, undo, start, pause }
}

/** Whether the shop did not answer, or is starting or busy. */
function isUnreached(error: unknown): boolean {
  const { status } = Object(error)
  return status === undefined ? error instanceof TypeError : [502, 503, 504].includes(status)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof RestRefusal)) return 'The shop could not be reached'
  const [field] = Object.values(error.fields)
  return field ?? error.message
}
