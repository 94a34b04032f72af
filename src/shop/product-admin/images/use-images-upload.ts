import { useEffect, useRef, useState } from 'react'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import type { ChosenFile } from './chosen-files.ts'
import type { NamedProduct } from './file-names.ts'
import {
  type FileState,
  isWaiting,
  type MatchedFile,
  matchFiles,
  waitingFiles,
} from './matched-files.ts'
import { storeFilesOf } from './store-files.ts'

const AT_ONCE = 3

/** The chosen files and their upload, three products at a time. */
export function useImagesUpload() {
  const [files, setFiles] = useState<MatchedFile[]>([])
  const [isMatching, setMatching] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController | null>(null)

  const choose = async (chosen: ChosenFile[]) => {
    setMatching(true)
    try {
      setFiles(await matchFiles(chosen))
    } finally {
      setMatching(false)
    }
  }
  const assign = (path: string, product: NamedProduct) => {
    const assigned = { product, state: 'matched' as const }
    setFiles((before) =>
      before.map((file) => (file.path === path ? { ...file, ...assigned } : file)),
    )
  }
  const mark = (marked: readonly MatchedFile[], state: FileState, reason?: string) => {
    const paths = new Set(marked.map(({ path }) => path))
    setFiles((before) =>
      before.map((file) => (paths.has(file.path) ? { ...file, state, reason } : file)),
    )
  }
  const start = async () => {
    const controller = new AbortController()
    running.current = controller
    setRunning(true)
    const groups = [...waitingFiles(files)]
    const work = async () => {
      for (let next = groups.shift(); next && !controller.signal.aborted; next = groups.shift()) {
        const [id, group] = next
        try {
          await storeFilesOf(id, group, controller.signal)
          mark(group, 'stored')
        } catch (error) {
          if (!controller.signal.aborted) mark(group, 'failed', reasonOf(error))
        }
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    setRunning(false)
  }
  const pause = () => running.current?.abort()
  // A page that was left stores nothing more.
  useEffect(() => () => running.current?.abort(), [])
  const toStore = files.filter(({ state, product }) => isWaiting(state) && product !== null).length
  return { files, toStore, isMatching, isRunning, choose, assign, start, pause }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof RestRefusal)) return 'The shop could not be reached'
  const [field] = Object.values(error.fields)
  return field ?? error.message
}
