import { useEffect, useRef, useState } from 'react'

/** Uploads a file and returns its URL. Throws when the upload fails or `signal` aborts it. */
export type SendFile = (
  file: File,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
) => Promise<string>

type UploadProps = {
  send: SendFile
  /** Validates a file before the upload; returns an error message or null. */
  check: (file: File) => string | null
  /** The error message for an error that `send` threw. */
  errorText: (error: unknown) => string
  onUploaded: (url: string, file: File) => void
}

export type Upload = ReturnType<typeof useUpload>

/** Uploads one file at a time; choosing another file cancels the current upload. */
export function useUpload({ send, check, errorText, onUploaded }: UploadProps) {
  /** The current upload: the name of the file, the URL of its preview, and the progress from 0 to 1. */
  const [inProgress, setInProgress] = useState<{
    name: string
    preview: string
    sent: number
  } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const current = useRef<{ abort: () => void; succeeded: Promise<boolean> } | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  const sendChosen = async (file: File, signal: AbortSignal) => {
    const preview = URL.createObjectURL(file)
    const onProgress = (sent: number) => {
      if (!signal.aborted) setInProgress({ name: file.name, preview, sent })
    }
    onProgress(0)
    try {
      const url = await send(file, { onProgress, signal })
      if (!signal.aborted) onUploaded(url, file)
      return !signal.aborted
    } catch (error) {
      if (!signal.aborted) setError(errorText(error))
      return false
    } finally {
      if (!signal.aborted) {
        setInProgress(null)
        current.current = null
      }
      URL.revokeObjectURL(preview)
    }
  }
  const choose = (file: File) => {
    const message = check(file)
    setError(message)
    if (message !== null) return
    current.current?.abort()
    const controller = new AbortController()
    const succeeded = sendChosen(file, controller.signal)
    current.current = { abort: () => controller.abort(), succeeded }
  }
  const cancel = () => {
    current.current?.abort()
    current.current = null
    setInProgress(null)
  }
  /** Waits for the current upload; returns false if it failed. */
  const settled = async () => current.current?.succeeded ?? true
  return { inProgress, error, choose, cancel, settled }
}
