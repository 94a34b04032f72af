import { refusalText } from '#platform/http/api/rest-client.ts'
import { seeShopAs } from '#shop/prices/view/price-view-bar.tsx'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'

/** Opens the shop with the prices of a customer. */
export function SeeAsButton({ id }: { id: string }) {
  const see = () => seeShopAs(id).catch((error: unknown) => showToast('error', refusalText(error)))
  return (
    <Button variant="quiet" onClick={() => void see()}>
      See the shop as this customer
    </Button>
  )
}
