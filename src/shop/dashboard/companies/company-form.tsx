import type { Company, CustomerGroup } from '#shop/companies/company-json.server.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { TaxFields } from '#shop/users/admin/tax-fields.tsx'
import { Form } from '#ui/forms/form.tsx'
import { SelectField } from '#ui/forms/select-field.tsx'
import { TextField } from '#ui/forms/text-field.tsx'
import { showToast } from '#ui/toast.ts'
import { useSentForm } from '#web/form-refusal.ts'
import { useReload } from '#web/session-end.ts'
import { AddressesField } from './addresses-field.tsx'

export function CompanyForm({ company, groups }: { company: Company; groups: CustomerGroup[] }) {
  const { reload } = useReload()
  const { _id: id, name, version, tax, addresses } = company
  const stored = {
    name,
    group: company.group?._id ?? '',
    erpNumber: company.erpNumber ?? '',
    taxTreatment: { treatment: tax.treatment, reference: tax.reference ?? '' },
    addresses,
  }
  const { control, submit } = useSentForm(stored, async (typed) => {
    const { treatment, reference } = typed.taxTreatment
    const json = {
      ...typed,
      version,
      group: typed.group || null,
      erpNumber: typed.erpNumber.trim() || null,
      taxTreatment: treatment === 'standard' ? { treatment } : { treatment, reference },
    }
    await pricesApi.companies[':id'].$put({ param: { id }, json })
    await reload()
    await showToast('success', 'Company saved')
  })
  return (
    <section className="company-details compact-form" aria-label="Details">
      <Form control={control} onSubmit={submit} button="Save company">
        <TextField control={control} name="name" label="Name" maxLength={100} autoComplete="off" />
        <SelectField control={control} name="group" label="Group">
          <option value="">None</option>
          {groups.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField control={control} name="erpNumber" label="ERP number" maxLength={40} autoComplete="off" />
        <TaxFields control={control} label="Tax of the next orders" />
        <AddressesField control={control} />
      </Form>
    </section>
  )
}
