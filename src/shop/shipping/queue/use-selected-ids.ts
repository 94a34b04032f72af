import { useState } from 'react'

/** The selection among the rows of a page; rows that leave the page are no longer selected. */
export function useSelectedIds(all: string[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const ids = all.filter((id) => chosen.has(id))
  const isAll = all.length > 0 && ids.length === all.length
  return {
    ids,
    isAll,
    has: (id: string) => chosen.has(id),
    toggle: (id: string) => {
      const others = new Set(chosen)
      if (!others.delete(id)) others.add(id)
      setChosen(others)
    },
    toggleAll: () => setChosen(new Set(isAll ? [] : all)),
  }
}
