/** A renderer ended, or was ended, before it had answered. What it was asked for may work in the next one. */
export class RendererEnded extends Error {
  override readonly name = 'RendererEnded';
  /** The modules, named `mf-name@version`, that it was at work on: the code of one of them may be why. */
  readonly underWay: readonly string[];

  constructor(message: string, underWay: readonly string[] = []) {
    super(message);
    this.underWay = underWay;
  }
}

/** A renderer did not answer in time. */
export class RenderedTooLate extends Error {
  override readonly name = 'RenderedTooLate';
}
