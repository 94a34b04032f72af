let isRefused = false

/**
 * Whether somebody was just sent to /login from a page for admins. The specification fixes that
 * address, so the reason travels beside it, and a login page that is loaded anew has none.
 */
export const adminsOnly = {
  note: () => {
    isRefused = true
  },
  read: () => isRefused,
  clear: () => {
    isRefused = false
  },
}
