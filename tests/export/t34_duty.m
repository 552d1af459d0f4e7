-- Ruleset t34_duty, scope tiny: an instance of the rules, written by ruleslawyer.
-- Reading: the default option of every question.
-- Numbers in comments are those of the rulebook's clauses.
-- rumur --deadlock-detection off --symmetry-reduction off --threads 1 --output model.c FILE
-- cc -std=c11 -O3 -march=native -o model model.c -lpthread && ./model
-- States and rules fired are the states of rest and the transitions: `assume` drops a branch that a rule of the game
-- ends, and is Rumur's own.

type number : -2147483647 .. 2147483647;

var
  v_count : 0 .. 2;  -- count
  v_tired : boolean;  -- tired

-- rest(): 4
function duty_0() : 0 .. 2;
begin
  if v_tired & !(v_count = 2) then
    v_tired := false;
    return 1;
  end;
  return 0;
end;

-- What follows a step on its own; whether the branch goes on.
function settle() : boolean;
var
  going : boolean; alive : boolean;
  how : 0 .. 2;
  ran : 0 .. 1000; last : -1 .. 0;
begin
  going := true;
  alive := true;
  ran := 0;
  last := -1;
  while going do
    if (last = 0) then
      if v_tired then
        alive := false;
      end;
    end;
    if alive then
      going := !((v_count = 2) | !v_tired);
      if !going then
      end;
      if going then
        last := -1;
        if (ran < 1000) then
          ran := ran + 1;
          -- rest(): 4
          if (last = -1) then
            how := duty_0();
            if (how != 0) then
              last := 0;
            end;
            alive := (how != 2);
          end;
        end;
        if (last = -1) then
          alive := false;
        end;
      end;
    end;
    if !alive then
      going := false;
    end;
  end;
  return alive;
end;

startstate begin
  v_count := 0;
  v_tired := false;
end;

rule "work(Player0): 2"
  !(v_count = 2)
==>
var
  alive : boolean;
begin
  alive := false;
  if ((0 <= (v_count + 1)) & (v_count <= 1)) then
    v_count := (v_count + 1);
    v_tired := true;
    alive := settle();
  end;
  assume alive;
end;

