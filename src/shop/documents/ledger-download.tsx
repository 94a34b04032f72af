import { type FormEvent, useId } from 'react'
import { browserCsvFormat } from '#platform/csv.ts'
import { saveDownload } from '#platform/http/api/save-download.ts'
import { apiResponses } from '#shop/auth/access/authorized-fetch.ts'
import { Button } from '#ui/button.tsx'
import { InsetField } from '#ui/forms/inset-field.tsx'
import { PopoverButton } from '#ui/popover-button.tsx'
import { useSave } from '#ui/use-save.ts'
import type { createDocumentsApi } from './documents-api.server.ts'

const api = apiResponses<typeof createDocumentsApi>()

/** For admins: downloads the invoices and credit notes of a period, or all, as CSV. */
export function LedgerDownload() {
  const id = useId()
  const ledger = useSave(async () => {
    const form = document.getElementById(id)
    const days = new FormData(form instanceof HTMLFormElement ? form : undefined)
    await saveLedger(periodOf(String(days.get('since')), String(days.get('until'))))
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void ledger.save()
  }
  return (
    <PopoverButton text="Ledger" label="Invoices and credit notes" className="ledger-download">
      <form id={id} onSubmit={submit}>
        <p>Invoices and credit notes of these days (UTC, as printed on them), or all.</p>
        <Day label="From" name="since" />
        <Day label="To" name="until" />
        <Button type="submit" busy={ledger.busy}>
          Download CSV
        </Button>
      </form>
    </PopoverButton>
  )
}

/** The times of a ledger: `from` inclusive, `to` exclusive. */
type Period = { from?: string | undefined; to?: string | undefined }

/** For admins: downloads the invoices and credit notes of a period as CSV. */
export function saveLedger(period: Period): Promise<void> {
  const query = { ...period, format: browserCsvFormat() }
  return saveDownload(api.ledger.csv.$get({ query }), 'ledger.csv')
}

function Day({ label, name }: { label: string; name: string }) {
  const id = useId()
  return (
    <InsetField label={label} id={id}>
      <input id={id} type="date" name={name} className="field-input" />
    </InsetField>
  )
}

/** Days are those of UTC, as on the documents; `until` is inclusive. */
function periodOf(since: string, until: string): Period {
  return {
    from: since === '' ? undefined : `${since}T00:00:00Z`,
    // The days of UTC have 24 hours.
    to: until === '' ? undefined : new Date(Date.parse(until) + 86_400_000).toISOString(),
  }
}
