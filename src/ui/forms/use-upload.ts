import { useEffect, useRef, useState } from 'react'

/** Sends a file and answers its address. Throws when it did not arrive, or `signal` aborted it. */
export type SendFile = (
  file: File,
  options: { onProgress: (sent: number) => void; signal: AbortSignal },
) => Promise<string>

type UploadProps = {
  send: SendFile
  /** Why this file can't be taken, asked before it is sent; null when it can. */
  check: (file: File) => string | null
  /** What is said of an error that `send` threw. */
  faultText: (error: unknown) => string
  onUploaded: (address: string) => void
}

export type Upload = ReturnType<typeof useUpload>

/** Sends one chosen file at a time; choosing another gives the one on its way up. */
export function useUpload({ send, check, faultText, onUploaded }: UploadProps) {
  /** The file on its way: an address to look at it, and how much is sent, from 0 to 1. */
  const [underWay, setUnderWay] = useState<{ preview: string; sent: number } | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const current = useRef<{ abort: () => void; arrived: Promise<boolean> } | null>(null)
  useEffect(() => () => current.current?.abort(), [])

  const sendChosen = async (file: File, signal: AbortSignal) => {
    const preview = URL.createObjectURL(file)
    const onProgress = (sent: number) => {
      if (!signal.aborted) setUnderWay({ preview, sent })
    }
    onProgress(0)
    try {
      const address = await send(file, { onProgress, signal })
      if (!signal.aborted) onUploaded(address)
      return !signal.aborted
    } catch (error) {
      if (!signal.aborted) setFault(faultText(error))
      return false
    } finally {
      if (!signal.aborted) {
        setUnderWay(null)
        current.current = null
      }
      URL.revokeObjectURL(preview)
    }
  }
  const choose = (file: File) => {
    const why = check(file)
    setFault(why)
    if (why !== null) return
    current.current?.abort()
    const controller = new AbortController()
    const arrived = sendChosen(file, controller.signal)
    current.current = { abort: () => controller.abort(), arrived }
  }
  const cancel = () => {
    current.current?.abort()
    current.current = null
    setUnderWay(null)
  }
  /** Waits until nothing is on its way. False when what was on its way did not arrive. */
  const settled = async () => current.current?.arrived ?? true
  return { underWay, fault, choose, cancel, settled }
}
