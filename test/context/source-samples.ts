// Sources as people write them, with the outline and the imports that they have.

/** A source, its outline and its imports, line by line. */
export interface SourceSample {
  readonly path: string;
  readonly source: string;
  readonly outline: string;
  readonly imports: string;
}

/** At least one sample of every parsed language. */
export const sourceSamples: readonly SourceSample[] = [
  {
    path: 'order-book.ts',
    source: `
import { readFile } from 'node:fs/promises';
import type { Order } from './order.ts';
import legacy = require('./legacy.cjs');
export * from "./book.ts";
@sealed({ deep: true })
export default abstract class OrderBook<T extends Order = Order> extends Book implements Closeable {
  @observable private readonly orders: Map<string, T> = new Map();
  static #count = 0;
  onChange = async (order: T): Promise<void> => {};
  constructor(private readonly limit: number /* of orders */) { super(); function hidden() {} }
  get size(): number { return this.orders.size; }
  static async *walk<K>(
    from: { id: string; before?: K }, // where to begin
    ...rest: readonly K[],
  ): AsyncGenerator<K> { yield* rest; }
  abstract add(order: T): void;
}
export interface Closeable { close(): Promise<void>; readonly isOpen?: boolean }
export type Key = { readonly id: string };
export const enum Side { Buy = 1, Sell }
declare module 'book' { export function open(path: string): OrderBook; }
namespace Inner.Deep { export const limit: number = 3; }
export const load = async (path: string) => (await import('./late.ts')).load(path), other = 1;
const { a, b } = readFile, Mixed = class { run() {} };
export default function () { return require('./lazy'); }
`,
    outline: `
export default abstract class OrderBook<T extends Order = Order> extends Book implements Closeable
  private readonly field orders: Map<string, T>
  static field #count
  method onChange = async (order: T): Promise<void>
  method constructor(private readonly limit: number)
  get method size(): number
  static async method *walk<K>(from: { id: string; before?: K }, ...rest: readonly K[]): AsyncGenerator<K>
  abstract method add(order: T): void
export interface Closeable
  method close(): Promise<void>
  readonly field isOpen?: boolean
export type Key
export const enum Side
  member Buy
  member Sell
declare module 'book'
  export function open(path: string): OrderBook
namespace Inner.Deep
  export constant limit: number
export function load = async (path: string)
export constant other
class Mixed = class
  method run()
export default function ()
`,
    imports: './book.ts ./late.ts ./lazy ./legacy.cjs ./order.ts node:fs/promises',
  },
  {
    path: 'view.tsx',
    source: `import React, { useState } from "react";
export function View<T,>({ items }: { items: T[] }) { return <ul>{items.map((i) => <li>{i}</li>)}</ul>; }
export const Row: React.FC<Props> = ({ a }) => <b>{a}</b>;`,
    outline: `
export function View<T>({ items }: { items: T[] })
export function Row: React.FC<Props> = ({ a })
`,
    imports: 'react',
  },
  {
    path: 'app.js',
    source: `#!/usr/bin/env node
'use strict';
var http = require('http'), text = \`require('no')\`;
// require('comment')
const { x } = await import("./x.mjs"), y = import(\`./\${x}\`);
app.handle = function handle(req, res, done) { var z = require('./z'); };
Book.prototype.add = (order) => order;
module.exports = app;
(function (root, factory) { root.book = factory(); })(this, function () { function made() {} });
class A { static b = 1; #c() {} }
describe('a', () => { function helper() {} });
function* numbers() {}`,
    outline: `
variable http
variable text
constant y
function app.handle = function handle(req, res, done)
function Book.prototype.add = (order)
function made()
class A
  static field b
  method #c()
function numbers()
`,
    imports: './x.mjs ./z http',
  },
  {
    path: 'book.py',
    source: `"""Orders."""
from __future__ import annotations
import os.path as p, sys
from . import sibling, other as o
from ..pkg.mod import (a, b)
LIMIT = 3
limit: int = 3
quiet = 1
@dataclass(frozen=True)
class Book(Base[T], metaclass=Meta):
    orders: list[str] = field(default_factory=list)
    count = 0
    @property
    async def size(self, *, deep: bool = False,  # how deep
                   **more) -> int:
        import json
        def hidden(): pass
    class Page: pass
if sys.version_info > (3,):
    def top(*args): return args
try:
    import fast
except ImportError:
    fast = None
type Key = str | int
`,
    outline: `
variable LIMIT
variable limit: int
class Book(Base[T], metaclass=Meta)
  field orders: list[str]
  field count
  async method size(self, *, deep: bool = False, **more) -> int
  class Page
function top(*args)
type Key
`,
    imports: '..pkg.mod .other .sibling __future__ fast json os.path sys',
  },
  {
    path: 'Book.java',
    source: `package shop.book;
import java.util.List;
import static java.util.stream.Collectors.*;
/** A book. */
@Entity(name = "book")
public final class Book<T extends Order & Comparable<T>> extends Base implements Closeable, Iterable<T> {
  private static final Map<String, int[]> SIZES = new HashMap<>(), OTHER;
  static { SIZES.clear(); }
  protected Book(@Nullable String name) throws IOException { super(name); }
  @Override public <Q extends T> List<Q> of(Q... items) { return null; }
  interface Visitor { void visit(Book<?> book); int DEPTH = 3; }
  enum Side { BUY(1), SELL { int sign() { return -1; } }; final int sign; Side(int s) { sign = s; } }
  record Pair<A, B>(A left, B right) { Pair { } static int count; }
  @interface Marked { String value() default "x"; }
}
sealed interface Shape permits Circle {}`,
    outline: `
public final class Book<T extends Order & Comparable<T>> extends Base implements Closeable, Iterable<T>
  private static final field Map<String, int[]> SIZES
  private static final field Map<String, int[]> OTHER
  protected constructor Book(String name) throws IOException
  public method <Q extends T> List<Q> of(Q... items)
  interface Visitor
    method void visit(Book<?> book)
    field int DEPTH
  enum Side
    member BUY
    member SELL
    final field int sign
    constructor Side(int s)
  record Pair<A, B>(A left, B right)
    constructor Pair
    static field int count
  annotation Marked
    method String value()
sealed interface Shape permits Circle
`,
    imports: 'java.util.List java.util.stream.Collectors.*',
  },
  {
    path: 'book.go',
    source: `package book
import "fmt"
import (
	x "os/exec"
	. "strings" // dot
	_ \`embed\`
)
const (
	Buy Side = iota
	Sell
)
var ErrEmpty, ErrFull = errors.New("empty"), errors.New("full")
type Side int
type Name = string
type Book[K comparable, V any] struct {
	sync.Mutex
	orders map[K]V \`json:"orders"\`
	low, high int
}
type Store interface {
	fmt.Stringer
	Get(ctx context.Context, key string) (value []byte, err error)
}
func (b *Book[K, V]) Add(key K, value V) (int, error) { return 0, nil }
func New[K comparable](size int) *Book[K, int] { func() {}(); return nil }`,
    outline: `
constant Buy Side
constant Sell
variable ErrEmpty, ErrFull
type Side
type Name
struct Book[K comparable, V any]
  field sync.Mutex
  field orders map[K]V
  field low, high int
interface Store
  method Get(ctx context.Context, key string) (value []byte, err error)
method (b *Book[K, V]) Add(key K, value V) (int, error)
function New[K comparable](size int) *Book[K, int]
`,
    imports: 'embed fmt os/exec strings',
  },
  {
    path: 'book.rs',
    source: `use crate::a::{self, b::C, d as e, g::*};
use std::io;
extern crate serde;
mod page;
#[derive(Debug, Clone)]
pub struct Book<'a, T: Order> { pub name: &'a str, orders: Vec<T> }
pub struct Point(pub i32, f64);
pub enum Side { Buy, Sell(u8), At { price: u64 } }
pub trait Store: Send { type Key; const LIMIT: u8; fn get(&self, key: &Self::Key) -> Option<u8>; fn len(&self) -> usize { 0 } }
impl<'a, T> Store for Book<'a, T> where T: Order { type Key = u8; fn get(&self, key: &u8) -> Option<u8> { use std::fmt; None } }
pub(crate) const unsafe fn raw(p: *const u8) -> u8 { *p }
pub mod inner { pub async fn run() {} }
static mut COUNT: u32 = 0;
macro_rules! book { () => {}; }`,
    outline: `
module page
pub struct Book<'a, T: Order>
  pub field name: &'a str
  field orders: Vec<T>
pub struct Point(pub i32, f64)
pub enum Side
  member Buy
  member Sell(u8)
  member At
pub trait Store: Send
  type Key
  constant LIMIT: u8
  method get(&self, key: &Self::Key) -> Option<u8>
  method len(&self) -> usize
impl<'a, T> Store for Book<'a, T> where T: Order
  type Key
  method get(&self, key: &u8) -> Option<u8>
pub(crate) const unsafe function raw(p: *const u8) -> u8
pub module inner
  pub async function run()
variable mut COUNT: u32
macro book
`,
    imports: 'crate::a crate::a::b::C crate::a::d crate::a::g::* page serde std::fmt std::io',
  },
  {
    path: 'book.hpp',
    source: `#ifndef BOOK_H
#define BOOK_H
#include <vector>
#include "order.h"
#define LIMIT(a, b) ((a) < (b))
namespace shop::books {
template <typename T, int N = 3>
class Book : public Base<T>, private Other {
 public:
  explicit Book(int size) : size_(size) {}
  virtual ~Book() = default;
  [[nodiscard]] virtual T at(std::size_t index) const noexcept override;
  Book& operator+=(const Book& other) { return *this; }
  template <class U> U cast();
 private:
  int size_{0};
  enum class Side : char { Buy, Sell = 2 };
  struct Forward;
};
using Name = std::string;
template <class T> T Book<T>::at(std::size_t index) const noexcept { return T(); }
extern "C" { int open(const char *path); }
static inline int *find(int key) { return 0; }
const int table[3] = {1, 2, 3};
}
#endif`,
    outline: `
macro BOOK_H
macro LIMIT(a, b)
namespace shop::books
  template <typename T, int N = 3> class Book : public Base<T>, private Other
    explicit method Book(int size)
    virtual method ~Book() = default
    virtual method T at(std::size_t index) const noexcept override
    method Book& operator+=(const Book& other)
    template <class U> method U cast()
    field int size_
    enum Side : char
      member Buy
      member Sell
  type Name
  template <class T> function T Book<T>::at(std::size_t index) const noexcept
  function int open(const char *path)
  static inline function int *find(int key)
  const variable int table[3]
`,
    imports: 'order.h vector',
  },
  {
    path: 'book.c',
    source: `#include <stdio.h>
typedef struct { int low, high; } range_t;
typedef int (*compare_fn)(const void *, const void *);
struct book { struct order *first; unsigned size : 4; };
union word { int i; float f; };
static struct point { int x; } origin = { 0 };
#if DEBUG
static int debug(const char *format, ...);
#endif
int main(int argc, char **argv) { struct local { int a; }; return 0; }
`,
    outline: `
struct range_t
  field int low, high
type int (*compare_fn)(const void *, const void *)
struct book
  field struct order *first
  field unsigned size : 4
union word
  field int i
  field float f
struct point
  field int x
static function int debug(const char *format, ...)
function int main(int argc, char **argv)
`,
    imports: 'stdio.h',
  },
  {
    path: 'Book.cs',
    source: `global using System.Linq;
using System.Collections.Generic;
using static System.Math;
using Json = System.Text.Json;
namespace Shop.Books {
  [Serializable]
  public sealed partial class Book<T> : Base, IStore<T> where T : class, new() {
    private readonly Dictionary<string, T> orders = new(), others;
    public const int Limit = 3;
    public event EventHandler? Changed;
    public string Name { get; private set; } = "x";
    public int Size => orders.Count;
    public T this[int index] => throw new Exception();
    public Book(int size) : base(size) { }
    public async Task<T> Add<K>(K key, [Inject] T value = default) where K : struct => await Later();
    public static Book<T> operator +(Book<T> a, Book<T> b) { return a; }
    enum Side : byte { Buy, Sell = 2 }
    public record Pair(int Left, int Right);
    delegate void Handler(object sender);
  }
  public interface IStore<in T> { void Put(T item); }
  struct Point { public int X; }
}`,
    outline: `
namespace Shop.Books
  public sealed partial class Book<T> : Base, IStore<T> where T : class, new()
    private readonly field Dictionary<string, T> orders
    private readonly field Dictionary<string, T> others
    public const field int Limit
    public event field EventHandler? Changed
    public property string Name
    public property int Size
    public property T this[int index]
    public constructor Book(int size)
    public async method Task<T> Add<K>(K key, T value = default) where K : struct
    public static method Book<T> operator +(Book<T> a, Book<T> b)
    enum Side : byte
      member Buy
      member Sell
    public record Pair(int Left, int Right)
    delegate void Handler(object sender)
  public interface IStore<in T>
    method void Put(T item)
  struct Point
    public field int X
`,
    imports: 'System.Collections.Generic System.Linq System.Math System.Text.Json',
  },
  {
    path: 'book.rb',
    source: `# frozen_string_literal: true
require 'json'
require_relative "order/line"
module Shop
  LIMIT = 3
  class Book < Base::Thing
    include Enumerable
    attr_reader :orders
    def initialize(name, size = 3, *rest, deep: false, &block)
      require 'late'
    end
    def self.open(path) = new(path)
    class << self
      def empty?; end
    end
    private def hidden; end
    def ==(other)
      other
    end
  end
end
class Shop::Book::Page; end
def top
end`,
    outline: `
module Shop
  constant LIMIT
  class Book < Base::Thing
    method initialize(name, size = 3, *rest, deep: false, &block)
    method self.open(path)
    class << self
      method empty?
    private method hidden
    method ==(other)
class Shop::Book::Page
function top
`,
    imports: 'json late order/line',
  },
  {
    path: 'Book.php',
    source: `<?php
declare(strict_types=1);
namespace Shop\\Books;
use Shop\\Order as Line, Countable;
use Shop\\{Store, Deep\\Cache};
use function Shop\\helper;
require_once __DIR__ . '/boot.php';
const LIMIT = 3;
#[Entity]
abstract class Book extends Base implements Countable {
  use Loggable;
  public const SIZE = 3;
  private ?int $count = 0, $other;
  public function __construct(private readonly string $name, int ...$rest) { include 'late.php'; }
  abstract protected static function open(string $path = 'x'): ?static;
}
interface Store { function get(string $key): mixed; }
trait Loggable { }
enum Side: string { case Buy = 'b'; public function label(): string { return ''; } }
function &helper(array $a) { return $a; }`,
    outline: `
namespace Shop\\Books
constant LIMIT
abstract class Book extends Base implements Countable
  public constant SIZE
  private field ?int $count
  private field ?int $other
  public method __construct(private readonly string $name, int ...$rest)
  abstract protected static method open(string $path = 'x'): ?static
interface Store
  method get(string $key): mixed
trait Loggable
enum Side: string
  member Buy
  public method label(): string
function &helper(array $a)
`,
    imports: '/boot.php Countable Shop\\Deep\\Cache Shop\\Order Shop\\Store Shop\\helper late.php',
  },
  {
    path: 'build.sh',
    source: `#!/bin/bash
. ./lib.sh
source "$HOME/x.sh"
build() { source late.sh; echo '. no.sh'; }
function clean { rm -rf out; }
for x in a b; do echo "$x"; done`,
    outline: `
function build()
function clean
`,
    imports: '$HOME/x.sh ./lib.sh late.sh',
  },
];
