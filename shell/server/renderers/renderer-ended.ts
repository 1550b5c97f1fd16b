/** A renderer ended, or was ended, before it had answered. What it was asked for may work in the next one. */
export class RendererEnded extends Error {
  override readonly name = 'RendererEnded';
}

/** A renderer did not answer in time. */
export class RenderedTooLate extends Error {
  override readonly name = 'RenderedTooLate';
}
