import type { ReactNode } from 'react'

type StackedTableProps = {
  /** What stands over the columns, in order; with a class where a column looks otherwise. */
  columns: (string | { name: string; className: string })[]
  className?: string
  /** The rows; each cell names its column in `data-label`, for narrow screens. */
  children: ReactNode
}

/** A table that is a pile of cards on a phone. */
export function ResponsiveTable({ columns, className = '', children }: StackedTableProps) {
  return (
    <div className="table-frame">
      <table className={`table stacked-table ${className}`}>
        <thead>
          <tr>
            {columns.map((column) => {
              const { name, className } =
                typeof column === 'string' ? { name: column, className: undefined } : column
              return (
                <th key={name} scope="col" className={className}>
                  {name}
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
