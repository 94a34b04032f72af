import type { CustomerGroup } from '#shop/companies/company-json.server.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { Button } from '#ui/button.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { closePopover, focusField, PopoverButton } from '#ui/popover-button.tsx'
import { useReload } from '#web/session-end.ts'
import { useChange } from '#web/use-change.ts'
import { NameForm } from './name-form.tsx'

/** The groups of customers, one of which may be the default for users without a company. */
export function CustomerGroups({ groups }: { groups: CustomerGroup[] }) {
  const { reload } = useReload()
  const { change } = useChange()
  const setDefault = ({ _id: id, name }: CustomerGroup, isDefault: boolean) => {
    const json = { name, isDefault }
    return change(pricesApi['customer-groups'][':id'].$put({ param: { id }, json }))
  }
  const defaultButton = (group: CustomerGroup) => {
    const text = group.isDefault ? 'No longer default' : 'Make default'
    return (
      <Button
        variant="quiet"
        aria-label={`${text}: ${group.name}`}
        onClick={() => void setDefault(group, !group.isDefault)}
      >
        {text}
      </Button>
    )
  }
  return (
    <section className="price-section" aria-labelledby="customer-groups">
      <h2 id="customer-groups">Customer groups</h2>
      <p>
        Users without a company have the prices of the default group, if there is one. Companies have those of
        their own.
      </p>
      {groups.length > 0 && (
        <DataTable
          rows={groups}
          keyOf={({ _id }) => _id}
          columns={[
            { head: 'Group', subject: ({ name }) => name },
            { head: 'Companies', number: ({ companies }) => companies },
            { head: 'Default', actions: (group) => defaultButton(group) },
          ]}
        />
      )}
      <PopoverButton text="New group" label="New group" onToggle={focusField}>
        <NameForm
          label="Name of a new group"
          button="Add group"
          send={async (name) => {
            await pricesApi['customer-groups'].$post({ json: { name } })
            await reload()
            closePopover()
          }}
        />
      </PopoverButton>
    </section>
  )
}
