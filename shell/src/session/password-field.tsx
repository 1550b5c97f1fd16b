import { Button } from '@ki/shared/ui/button.tsx';
import { TextField } from '@ki/shared/ui/text-field.tsx';
import { useId, useState } from 'react';
import styled from 'styled-components';

const PASSWORD_MINIMUM = 6;

const Row = styled.div`
  display: grid;
  justify-items: start;

  > :first-child {
    inline-size: 100%;
  }
`;

/** A password that can be looked at on request. `isNew` makes password managers offer one and shows the rule. */
export function PasswordField({ isNew }: { readonly isNew: boolean }) {
  const [visible, setVisible] = useState(false);
  const id = useId();
  return (
    <Row>
      <TextField
        id={id}
        label="Password"
        name="password"
        type={visible ? 'text' : 'password'}
        autoComplete={isNew ? 'new-password' : 'current-password'}
        autoCapitalize="none"
        spellCheck={false}
        minLength={PASSWORD_MINIMUM}
        hint={isNew ? 'Minimum 6 characters' : undefined}
        required
      />
      <Button variant="quiet" size="small" aria-controls={id} onClick={() => setVisible(!visible)}>
        {visible ? 'Hide password' : 'Show password'}
      </Button>
    </Row>
  );
}
