/** Texts of a cancellation, exactly as in the specification, including its spelling (product 8). */
export const cancelTexts = {
  buyer: {
    title: 'Cancel this order?',
    action: 'Cancel order',
    done: 'Order Canceled Successfully',
    notRestored: 'Order Cenceled but Not update Quantity',
  },
  admin: {
    title: 'Delete this order?',
    action: 'Delete order',
    done: 'Successfully Deleted',
    notRestored: 'Error from the Updated Quantity',
  },
}

export const cancelLineTexts = {
  buyer: { title: 'Cancel this line?', action: 'Cancel line' },
  admin: { title: 'Delete this line?', action: 'Delete line' },
}

export type CancelledBy = keyof typeof cancelTexts
