import { refusalOf, refusalText } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import { headingOf } from '#shop/companies/customer-file/customer-fields.ts'
import type { ComparedCustomers } from '#shop/companies/customer-file/customer-file-api.server.ts'
import { ComparedFile, countOf } from '#shop/compared-files/compared-file.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'

type Compared = ComparedCustomers['compared'][number]

/** Adds and changes customers by a file, after what it does was shown. */
export function CustomerFile() {
  const { reload } = useReload()
  const save = async ({ review }: ComparedCustomers, form: FormData) => {
    form.append('review', review)
    try {
      const path = '/api/customer-file/apply'
      const answer = await authorizedFetch(path, { method: 'POST', body: form })
      if (!answer.ok) throw await refusalOf(answer)
    } catch (error) {
      return refusalText(error)
    }
    await reload()
    await showToast('success', 'The customers are saved')
    return null
  }
  return (
    <ComparedFile<Compared, ComparedCustomers>
      purpose="customers"
      api="/api/customer-file"
      blocked={null}
      hint="Of customers: e-mail, name, company, ERP number, group, phone and address. It is compared first, and nobody is invited before you press Invite."
      columns={[{ head: 'E-mail', subject: ({ email }) => email }]}
      effectOf={effectOf}
      ticksOf={({ missing, compared }, ticks) => {
        const kept = compared.filter(({ kept }) => kept.length > 0).length
        return {
          makesCompanies: missing > 0 && `Make the companies that are not known yet: ${missing}`,
          changesCompanies:
            (ticks.changesCompanies || kept > 0) &&
            `Change the company of registered users, and groups and numbers of companies${kept > 0 ? `: ${countOf(kept, 'row')}` : ''}`,
        }
      }}
      onSave={save}
    />
  )
}

function effectOf({ state, changes, kept }: Compared): string {
  const changed = changes.map(({ field, from, to }) =>
    state === 'new' || from === null ? `${headingOf(field)}: ${to}` : `${headingOf(field)}: ${from} → ${to}`,
  )
  const staying = kept.map(({ field, from, to }) => `${headingOf(field)} stays ${from ?? 'empty'}, not ${to}`)
  return [...changed, ...staying].join('; ')
}
