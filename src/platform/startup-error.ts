/** Something that keeps the shop from starting, said in one sentence that holds its remedy. */
export class StartupError extends Error {
  override name = 'StartupError'
}
