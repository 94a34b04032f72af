/** A request with its JSON already parsed, so that better-auth does not parse it again. */
export class ParsedRequest extends Request {
  readonly #source: Request
  readonly #text: string
  readonly #body: unknown

  private constructor(source: Request, text: string, body: unknown) {
    super(source.url, { method: source.method, headers: source.headers, body: text })
    this.#source = source
    this.#text = text
    this.#body = body
  }

  /** Reads and parses the body. Throws a SyntaxError when it is not JSON. */
  static async from(source: Request): Promise<ParsedRequest> {
    const text = await source.text()
    return new ParsedRequest(source, text, JSON.parse(text))
  }

  override async json(): Promise<unknown> {
    return this.#body
  }

  override clone(): ParsedRequest {
    return new ParsedRequest(this.#source, this.#text, this.#body)
  }
}
