import { href, Link } from 'react-router'
import { audienceName, daysText, stateNames } from '#shop/prices/admin/prices-client.ts'
import type { PriceList } from '#shop/prices/price-list-json.server.ts'
import { DataTable } from '#ui/lists/responsive-table.tsx'

export function PriceListTable({ lists }: { lists: PriceList[] }) {
  return (
    <DataTable
      rows={lists}
      keyOf={({ _id }) => _id}
      columns={[
        {
          head: 'Name',
          title: ({ name }) => name,
          subject: ({ _id: id, name }) => <Link to={href('/dashboard/price-lists/:id', { id })}>{name}</Link>,
        },
        {
          head: 'For',
          width: '26%',
          cell: (list) => `${audienceName(list)}${list.contract ? ' (contract)' : ''}`,
        },
        { head: 'Rows', width: '5rem', number: ({ rows }) => rows },
        { head: 'Valid', width: '14rem', cell: daysText },
        { head: 'State', width: '6rem', cell: ({ state }) => stateNames[state] },
      ]}
    />
  )
}
