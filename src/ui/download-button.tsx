import type { ComponentProps } from 'react'
import { Button } from './button.tsx'
import { useSave } from './use-save.ts'

type DownloadButtonProps = Omit<ComponentProps<typeof Button>, 'variant' | 'busy' | 'onClick'> & {
  download: () => Promise<void>
}

export function DownloadButton({ download, ...button }: DownloadButtonProps) {
  const { busy, save } = useSave(download)
  return <Button {...button} variant="quiet" busy={busy} onClick={save} />
}
