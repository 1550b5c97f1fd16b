import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styled, { keyframes } from 'styled-components';
import { type ButtonLook, buttonStyle } from './button-style.ts';

const turn = keyframes`
  to { rotate: 1turn; }
`;

export const Spinner = styled.span.attrs({ 'aria-hidden': true })`
  display: inline-block;
  flex: none;
  inline-size: 1em;
  block-size: 1em;
  border: 0.14em solid transparent;
  border-block-start-color: currentColor;
  border-inline-end-color: currentColor;
  border-radius: 50%;
  animation: ${turn} 800ms linear infinite;
`;

const StyledButton = styled.button<ButtonLook>`
  ${buttonStyle}
`;

const StyledLink = styled(Link)<ButtonLook>`
  ${buttonStyle}
`;

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: ButtonLook['$variant'];
  readonly size?: ButtonLook['$size'];
  /** A busy button keeps its place and focus but does nothing, as one with `aria-disabled`. */
  readonly busy?: boolean;
  readonly icon?: ReactNode;
}

export const Button = ({
  variant,
  size,
  busy = false,
  icon,
  children,
  onClick,
  type = 'button',
  'aria-disabled': isOff = busy,
  ...rest
}: ButtonProps) => (
  <StyledButton
    {...rest}
    type={type}
    $variant={variant}
    $size={size}
    aria-disabled={busy || isOff}
    onClick={busy || isOff === true ? (event) => event.preventDefault() : onClick}
  >
    {busy ? <Spinner /> : icon}
    {children}
  </StyledButton>
);

export interface ButtonLinkProps extends ComponentProps<typeof Link> {
  readonly variant?: ButtonLook['$variant'];
  readonly size?: ButtonLook['$size'];
  readonly icon?: ReactNode;
}

export const ButtonLink = ({ variant, size, icon, children, ...rest }: ButtonLinkProps) => (
  <StyledLink {...rest} $variant={variant} $size={size}>
    {icon}
    {children}
  </StyledLink>
);
