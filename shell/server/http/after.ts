/** Goes on with what is there at once, and with what is promised once it is there. */
export const after = <Value, Next>(
  value: Value | Promise<Value>,
  next: (value: Value) => Next | Promise<Next>,
): Next | Promise<Next> => (value instanceof Promise ? value.then(next) : next(value));
