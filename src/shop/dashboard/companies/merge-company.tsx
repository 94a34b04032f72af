import { useCallback, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import type { Company } from '#shop/companies/company-json.server.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ChoiceField, InputField } from '#ui/forms/input-field.tsx'
import { useLoaded } from '#web/use-loaded.ts'

/** Merges a company into another one, after a question that names both. */
export function MergeCompany(props: { company: Company; onClosed: () => void }) {
  const { company, onClosed } = props
  const { _id: id, name, members } = company
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [into, setInto] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const load = useCallback(() => pricesApi.companies.$get({ query: { search, size: 20 } }), [search])
  const { value: companies = [] } = useLoaded(load)
  const merge = async () => {
    setBusy(true)
    const sent = pricesApi.companies[':id'].merge.$post({ param: { id }, json: { into } })
    const error = await sent.then(() => undefined, refusalText)
    setBusy(false)
    if (error !== undefined) return setError(error)
    onClosed()
    await navigate(href('/dashboard/companies/:id', { id: into }))
  }
  return (
    <ConfirmDialog
      title={`Merge ${name}?`}
      action="Merge companies"
      busy={isBusy}
      error={error}
      onConfirm={() => void merge()}
      onCancel={onClosed}
    >
      <p>
        Its {members.length} {members.length === 1 ? 'member' : 'members'} and its addresses go to the other
        company, which keeps its own group, tax and prices. The price lists of {name} then apply to nobody;
        its orders keep its name. This can’t be undone.
      </p>
      <InputField type="search" label="Find the other company" value={search} onValue={setSearch} />
      <ChoiceField
        label="Merge into"
        value={into}
        options={[
          ['', 'Choose …'],
          ...companies.flatMap(({ _id, name }) => (_id === id ? [] : [[_id, name] as const])),
        ]}
        onValue={setInto}
      />
    </ConfirmDialog>
  )
}
