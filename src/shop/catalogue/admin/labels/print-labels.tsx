import { saveDownload } from '#platform/http/api/save-download.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { Button } from '#ui/button.tsx'
import { useSave } from '#ui/use-save.ts'
import type { LabelsApi } from './labels-api.server.ts'

const api = apiClient<LabelsApi>()

type PrintLabelsProps = { ids: readonly string[]; text: string }

/** Downloads a label for each of these products. */
export function PrintLabels({ ids, text }: PrintLabelsProps) {
  const labels = useSave(() =>
    saveDownload(
      api.products.labels.$post({ json: { ids: [...ids] } }) as Promise<Response>,
      'labels.pdf',
    ),
  )
  return (
    <Button variant="quiet" busy={labels.busy} disabled={ids.length === 0} onClick={labels.save}>
      {text}
    </Button>
  )
}
