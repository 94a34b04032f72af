import { useState } from 'react'
import { answerOf } from '#platform/http/api/rest-client.ts'
import type { Company, CustomerGroup } from '#shop/companies/company-json.server.ts'
import { pricesApi } from '#shop/dashboard/prices/prices-client.ts'
import { useSending } from '#shop/dashboard/prices/use-sending.ts'
import type { TaxTreatment } from '#shop/tax/tax.ts'
import { Field } from '#ui/forms/field.tsx'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'
import { AddressesField } from './addresses-field.tsx'

const treatmentNames: Record<TaxTreatment, string> = {
  standard: 'Standard: the shop’s rate',
  exempt: 'Exempt: no tax, with a certificate',
  'reverse-charge': 'Reverse charge: the buyer owes the tax',
}

/** Changes a company. */
export function CompanyForm({ company, groups }: { company: Company; groups: CustomerGroup[] }) {
  const { reload } = useReload()
  const [name, setName] = useState(company.name)
  const [group, setGroup] = useState(company.group?._id ?? '')
  const [erpNumber, setErpNumber] = useState(company.erpNumber ?? '')
  const [treatment, setTreatment] = useState(company.tax.treatment)
  const [reference, setReference] = useState(company.tax.reference ?? '')
  const [addresses, setAddresses] = useState(company.addresses)
  const { send, errorOf, error, isBusy } = useSending()
  const save = () =>
    send(async () => {
      const json = {
        version: company.version,
        name,
        group: group || null,
        erpNumber: erpNumber.trim() || null,
        taxTreatment: treatment === 'standard' ? { treatment } : { treatment, reference },
        addresses,
      }
      await answerOf(pricesApi.companies[':id'].$put({ param: { id: company._id }, json }))
      await reload()
      await showToast('success', 'Company saved')
    })
  const text = (label: string, field: string, value: string, set: (text: string) => void) => (
    <Field label={label} error={errorOf(field)}>
      {(aria) => (
        <input
          {...aria}
          className="field-input"
          value={value}
          maxLength={100}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </Field>
  )
  return (
    <section className="price-section" aria-labelledby="company-details">
      <h2 id="company-details">Details</h2>
      <FormFrame
        onSubmit={async (event) => {
          event.preventDefault()
          await save()
        }}
        button="Save company"
        busy={isBusy}
        error={error}
      >
        {text('Name', 'name', name, setName)}
        <Field label="Group" error={errorOf('group')}>
          {(aria) => (
            <select
              {...aria}
              className="field-input"
              value={group}
              onChange={({ target }) => setGroup(target.value)}
            >
              <option value="">None</option>
              {groups.map(({ _id, name }) => (
                <option key={_id} value={_id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {text('ERP number', 'erpNumber', erpNumber, setErpNumber)}
        <Field label="Tax of the next orders">
          {(aria) => (
            <select
              {...aria}
              className="field-input"
              value={treatment}
              onChange={({ target }) => setTreatment(target.value as TaxTreatment)}
            >
              {Object.entries(treatmentNames).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        {treatment !== 'standard' &&
          text(
            treatment === 'exempt' ? 'Certificate number' : 'Tax ID',
            'taxTreatment.reference',
            reference,
            setReference,
          )}
        <AddressesField addresses={addresses} errorOf={errorOf} onChange={setAddresses} />
      </FormFrame>
    </section>
  )
}
