import { useState } from 'react'
import { answerOf } from '#platform/http/api/rest-client.ts'
import type { Company, CustomerGroup } from '#shop/companies/company-json.server.ts'
import { pricesApi } from '#shop/screens/dashboard/prices/prices-client.ts'
import { useSending } from '#shop/screens/dashboard/prices/use-sending.ts'
import { TaxFields } from '#shop/users/admin/tax-fields.tsx'
import { FormFrame } from '#ui/forms/form-frame.tsx'
import { ChoiceField, InputField } from '#ui/forms/input-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'
import { AddressesField } from './addresses-field.tsx'

/** Changes a company. */
export function CompanyForm({ company, groups }: { company: Company; groups: CustomerGroup[] }) {
  const { reload } = useReload()
  const [name, setName] = useState(company.name)
  const [group, setGroup] = useState(company.group?._id ?? '')
  const [erpNumber, setErpNumber] = useState(company.erpNumber ?? '')
  const [treatment, setTreatment] = useState(company.tax.treatment)
  const [reference, setReference] = useState(company.tax.reference ?? '')
  const [addresses, setAddresses] = useState(company.addresses)
  const { send, errorOf, ...state } = useSending()
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
  return (
    <section className="price-section" aria-labelledby="company-details">
      <h2 id="company-details">Details</h2>
      <FormFrame onSubmit={save} button="Save company" {...state}>
        <InputField
          label="Name"
          value={name}
          maxLength={100}
          error={errorOf('name')}
          onValue={setName}
        />
        <ChoiceField
          label="Group"
          value={group}
          options={[['', 'None'], ...groups.map(({ _id, name }) => [_id, name] as const)]}
          error={errorOf('group')}
          onValue={setGroup}
        />
        <InputField
          label="ERP number"
          value={erpNumber}
          maxLength={40}
          error={errorOf('erpNumber')}
          onValue={setErpNumber}
        />
        <TaxFields
          label="Tax of the next orders"
          treatment={treatment}
          reference={reference}
          error={errorOf('taxTreatment.reference')}
          onTreatment={setTreatment}
          onReference={setReference}
        />
        <AddressesField addresses={addresses} errorOf={errorOf} onChange={setAddresses} />
      </FormFrame>
    </section>
  )
}
