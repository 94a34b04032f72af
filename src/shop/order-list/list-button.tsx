import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { countedLines } from '#shop/list-store/order-list.ts'
import { openList, refreshList, useOrderList } from '#shop/list-store/order-list-store.ts'
import { Drawer } from '#ui/drawer.tsx'
import { Icon } from '#ui/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { LoadFailure } from '#web/load-failure.tsx'
import { useLoaded } from '#web/use-loaded.ts'

// Loaded when the drawer is first opened, to keep public pages small.
const loadDrawer = async () => (await import('./list-drawer.tsx')).ListDrawer

type ListButtonProps = { userId: string | null; onlyReads: boolean }

export function ListButton({ userId, onlyReads }: ListButtonProps) {
  const drawer = useRef<HTMLDialogElement>(null)
  const [isOpened, setOpened] = useState(false)
  const { value: ListDrawer, error, isLoading, retry } = useLoaded(isOpened ? loadDrawer : null)
  const isHydrated = useHydrated()
  const { key } = useLocation()
  const { length } = useOrderList()
  useEffect(() => openList(userId, onlyReads), [userId, onlyReads])
  const open = () => {
    setOpened(true)
    drawer.current?.showModal()
    void refreshList()
  }
  return (
    <>
      <button
        type="button"
        className="list-button relative rounded icon-button"
        aria-label={`Order list, ${countedLines(length)}`}
        aria-haspopup="dialog"
        disabled={!isHydrated}
        onClick={open}
      >
        <Icon path="M8 5h13M8 12h13M8 19h13M3 5h1M3 12h1M3 19h1" size="1.625rem" />
        {length > 0 && <span className="list-button-count tabular font-720">{length}</span>}
      </button>
      <Drawer key={key} id="order-list" title="Order list" dialog={drawer}>
        {ListDrawer && <ListDrawer />}
        {error !== undefined && <LoadFailure text="The list failed to load." error={error} onRetry={retry} />}
        {isLoading && <Spinner label="Loading the list" />}
      </Drawer>
    </>
  )
}
