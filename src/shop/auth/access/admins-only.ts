let isRefused = false

/**
 * Remembers that the user was redirected to /login from an admin page. The specification fixes the
 * login URL, so the reason travels outside of it and is lost on reload.
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
