import { saveDownload } from '#platform/http/api/save-download.ts'
import { apiResponses } from '#shop/auth/access/authorized-fetch.ts'
import { DownloadButton } from '#ui/download-button.tsx'
import type { createLabelsApi } from './labels-api.server.ts'

const { labels } = apiResponses<typeof createLabelsApi>().products

type PrintLabelsProps = { ids: readonly string[]; text: string }

export function PrintLabels({ ids, text }: PrintLabelsProps) {
  const print = () =>
    saveDownload(labels.$post({ json: { ids: [...ids] } }) as Promise<Response>, 'labels.pdf')
  return (
    <DownloadButton download={print} disabled={ids.length === 0}>
      {text}
    </DownloadButton>
  )
}
