import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styled from 'styled-components';
import { type ButtonLook, buttonStyle } from './button-style.ts';
import { Spinner } from './spinner.tsx';

const StyledButton = styled.button<ButtonLook>`
  ${buttonStyle}
`;

const StyledLink = styled(Link)<ButtonLook>`
  ${buttonStyle}
`;

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonLook['$variant'];
  readonly size?: ButtonLook['$size'];
  /** Work is under way: the button keeps its place and focus but does nothing. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

export function Button({
  variant,
  size,
  busy = false,
  icon,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <StyledButton
      {...rest}
      type={type}
      $variant={variant}
      $size={size}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </StyledButton>
  );
}

export interface ButtonLinkProps extends ComponentProps<typeof Link> {
  readonly variant?: ButtonLook['$variant'];
  readonly size?: ButtonLook['$size'];
  readonly icon?: ReactNode;
}

/** A link that looks like a button. `to` may be an outside address. */
export function ButtonLink({ variant, size, icon, children, ...rest }: ButtonLinkProps) {
  return (
    <StyledLink {...rest} $variant={variant} $size={size}>
      {icon}
      {children}
    </StyledLink>
  );
}
