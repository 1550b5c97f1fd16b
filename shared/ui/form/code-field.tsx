import { TextField } from './text-field.tsx';

/** The six digits of an authenticator app. */
export const CodeField = ({ name, label = 'Code' }: { readonly name: string; readonly label?: string }) => (
  <TextField
    label={label}
    name={name}
    hint="Six digits of your authenticator app"
    inputMode="numeric"
    autoComplete="one-time-code"
    pattern="\s*\d{6}\s*"
    title="Six digits"
    required
  />
);
