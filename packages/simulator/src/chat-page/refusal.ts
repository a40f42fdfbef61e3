/** What the page cannot do, in words for the person in front of it. */
export class PageRefusal extends Error {
  readonly status: 400 | 403 | 404 | 409 | 413 | 415
  constructor(status: PageRefusal['status'], sentence: string) {
    super(sentence)
    this.status = status
  }
}
