import type { ReactNode } from 'react'

export type ListBarProps = {
  /** Links to the same list in other states. */
  tabs?: ReactNode
  filters?: ReactNode
  /** Buttons about the whole list. */
  actions?: ReactNode
  selectAll?: ReactNode
  /** What can be done with the selected rows, in the place of all the above; false without any. */
  selection?: ReactNode
}

/** The line above a list: tabs at the left, search, filters, and actions at the right. */
export function ListBar({ tabs, filters, actions, selectAll, selection }: ListBarProps) {
  if (!tabs && !filters && !actions && !selectAll) return null
  return (
    <div className="list-bar flex items-center mb-8">
      {selectAll}
      <div className="list-choices grow gap-8 gap-x-12 min-w-0 row">
        {tabs}
        {filters}
        {actions && <div className="list-actions flex gap-8 items-center min-w-0 ml-auto">{actions}</div>}
      </div>
      {selection}
    </div>
  )
}
